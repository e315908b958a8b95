// SPDX-License-Identifier: Apache-2.0
#include "profile/words/stop_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/settings.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

using List = std::pair<std::string_view, std::string_view>;  // language, words

// Written for this project: pronouns, articles, prepositions, conjunctions, auxiliary verbs,
// adverbs of degree and time, and the debris of mail and web pages.
constexpr std::array<List, 7> kLists{
    List{"english",
         "a about above across after afterwards again against ago all almost alone along already "
         "also although always am among amongst an and another any anybody anyhow anyone anything "
         "anyway anywhere are aren't around as at away back be became because become becomes been "
         "before beforehand behind being below beside besides between beyond both but by came can "
         "can't cannot come could couldn't did didn't do does doesn't doing don't done down during "
         "each either else enough etc even ever every everybody everyone everything everywhere "
         "except few first for former from further gave get gets getting give given gives go goes "
         "going gone got had hadn't has hasn't have haven't having he he'd he'll he's hence her "
         "here here's hers herself him himself his how however i i'd i'll i'm i've if in indeed "
         "instead into is isn't it it'd it'll it's its itself just keep kept know last later least "
         "less let let's like made make makes making many may maybe me meanwhile might mine more "
         "moreover most mostly much must mustn't my myself near need neither never nevertheless "
         "next no nobody none noone nor not nothing now nowhere of off often on once one ones only "
         "onto or other others otherwise our ours ourselves out over own per perhaps please put "
         "quite rather really said same saw say saying says see seem seemed seeming seems seen "
         "several shall she she'd she'll she's should shouldn't since so some somebody somehow "
         "someone something sometime sometimes somewhere still such take taken than that that'd "
         "that'll that's the their theirs them themselves then thence there there's thereafter "
         "thereby therefore these they they'd they'll they're they've thing things this those "
         "though three through throughout thus to together told too took toward towards two under "
         "unless until up upon us use used using very via want was wasn't way we we'd we'll we're "
         "we've well went were weren't what what's whatever when whenever where where's wherever "
         "whereas whether which while who who's whoever whole whom whose why will with within "
         "without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself "
         "yourselves http https www com html htm "
         // Words of every letter and every diary: they tell nobody's interests.
         "actually afternoon cheers dear evening friday glad guess hello hey hi kindly lately lets "
         "lot "
         "lots monday morning nice ok okay quickly recently regards reply saturday sorry stuff "
         "sunday "
         "thank thanks thursday tomorrow tonight tuesday usually wednesday weekend welcome "
         "wondering "
         "wrote yesterday"},
    List{"german",
         "aber alle allem allen aller alles als also am an ander andere anderem anderen anderer "
         "anderes auch auf aus bei beim bereits bin bis bist da dabei dadurch daher damit dann das "
         "dass dasselbe dazu dein deine deinem deinen deiner dem den denn der deren des deshalb "
         "dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem "
         "einen einer eines einige einigen einmal er es etwa etwas euch euer eure eurem euren für "
         "gegen gewesen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre "
         "ihrem ihren ihrer ihres im immer in indem ins ist jede jedem jeden jeder jedes jedoch "
         "jene jenem jenen jener jenes jetzt kann kein keine keinem keinen keiner können könnte "
         "machen man manche mehr mein meine meinem meinen meiner mich mir mit muss musste müssen "
         "nach neben nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen "
         "seiner seit selbst sich sie sind so sogar solche solchem solchen solcher soll sollen "
         "sollte sondern sonst sowie über um und uns unser unsere unserem unseren unter vom von "
         "vor während war waren warum was weil weiter welche welchem welchen welcher wenn wer "
         "werde werden wie wieder will wir wird wirst wo wollen worden wurde wurden würde würden "
         "zu zum zur zwar zwischen http https www com html "
         "abend beispiel besser beste bitte danke erste ersten frage gern gerne gestern gruß grüße "
         "gut gute guten habt hallo heute hoffe jahr jahre jahren lang lange leider liebe lieber "
         "lieben mal minute minuten monat monate morgen neu neue neuen neues paar sache sachen "
         "stunde stunden tag tage tagen uhr vielen vielleicht viele viel wirklich woche wochen "
         "zeit"},
    List{
        "french",
        "ai aient ainsi alors après as au aucun aucune aussi autre autres aux avaient avait avant "
        "avec avez avoir avons ayant bien c'est ce ceci cela celle celles celui cependant ces cet "
        "cette ceux chaque chez comme comment contre d'un d'une dans de depuis des deux dire dit "
        "doit donc dont du elle elles en encore entre es est et étaient était étant été êtes être "
        "eu eux faire fait fois font fut ici il ils j'ai je jusqu la le les leur leurs lors lui "
        "ma mais me même mêmes mes moi moins mon n'est ne ni non nos notre nous on ont or ou où "
        "par parce pas pendant peu peut peuvent plus plusieurs pour pourquoi pourrait pouvoir "
        "près puis qu'il qu'elle qu'on qu'un qu'une quand que quel quelle quelles quelque quelques "
        "quels qui quoi s'est sa sans se sera serait ses si sinon soit son sont sous souvent suis "
        "sur ta tandis te tel telle telles tels tes toi ton tous tout toute toutes très trop tu "
        "un une vers vos votre vous y http https www com html "
        "année années beaucoup bon bonjour bonne chose choses cordialement demain exemple heure "
        "heures hier jour jours matin merci mois nouveau nouvelle petit petite semaine semaines "
        "soir temps"},
    List{
        "spanish",
        "a al algo algún alguna algunas alguno algunos ante antes aquel aquella aquellas aquello "
        "aquellos aquí así aún aunque bajo bien cada casi como cómo con contra cual cuál cuales "
        "cualquier cuando cuándo cuanto de del desde donde dónde dos durante e el él ella ellas "
        "ellos en entonces entre era eran eres es esa esas ese eso esos esta está están estar "
        "estas estaba estaban este esto estos fue fueron ha haber había habían hace hacer hacia "
        "han has hasta hay he incluso la las le les lo los luego mas más me menos mi mía mientras "
        "mis mismo mismos mucha muchas mucho muchos muy nada ni ningún ninguna no nos nosotras "
        "nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para pero "
        "poco por porque primero pudo puede pueden pues que qué quien quién quienes se sea según "
        "ser será si sí sido siempre sin sino sobre sólo solo son su sus también tan tanto te "
        "tener tengo ti tiene tienen toda todas todavía todo todos tras tu tus un una unas uno "
        "unos usted ustedes va vosotros voy y ya yo http https www com html "
        "año años ayer buen buena bueno buenos cosa cosas día días ejemplo favor gracias hola hora "
        "horas hoy mañana mes meses nuevo nueva saludo saludos semana semanas tarde tiempo vez "
        "veces"},
    List{
        "italian",
        "a abbiamo ad agli ai al alcune alcuni alla alle allo allora altra altre altri altro anche "
        "ancora avere aveva avevano avete bene c'è che chi ci ciò coi col come con contro così cui "
        "da dagli dai dal dalla dalle dallo degli dei del della delle dello dentro di dopo dove "
        "due e è ecco ed era erano essere esso fa fanno fare fatto fino fra già gli ha hai hanno "
        "ho i il in infatti inoltre invece io l'ha la le lei li lo loro lui ma mai me meno mentre "
        "mi mia mie miei mio molta molte molti molto ne negli nei nel nella nelle nello noi non "
        "nostra nostre nostri nostro o ogni ognuno oltre oppure ora per perché però più poco poi "
        "può qua quale quali qualche quando quanto quella quelle quelli quello quest'ultimo questa "
        "queste questi questo qui se sei sempre senza si sia siamo siano siete sono sopra sotto "
        "sta stata stati stato stesso su sua sue sugli sui sul sulla sulle sullo suo suoi tra "
        "troppo tu tua tue tuo tuoi tutta tutte tutti tutto un una uno va verso vi voi vostra "
        "vostro http https www com html "
        "anno anni buona buono buongiorno ciao cosa cose domani esempio favore giorni giorno "
        "grazie "
        "ieri mese mesi nuova nuovo oggi ora ore saluti sera settimana settimane tempo volta "
        "volte"},
    List{
        "portuguese",
        "a à ainda além algum alguma algumas alguns ante antes ao aos apenas após aquela aquelas "
        "aquele aqueles aquilo as às assim até cada com como contra da das de dela dele deles "
        "depois desde dessa desse desta deste do dois dos e é ela elas ele eles em enquanto então "
        "entre era eram essa essas esse esses esta está estão estar estas estava estavam este "
        "estes eu fez foi foram há isso isto já lhe lhes lo mais mas me mesma mesmo meu meus minha "
        "minhas muita muitas muito muitos na nada não nas nem nenhum nenhuma nessa nesse nesta "
        "neste no nos nós nossa nossas nosso nossos num numa nunca o onde os ou outra outras outro "
        "outros para pela pelas pelo pelos pode podem por porém porque pouco pouca quais qual "
        "quando quanto que quem se seja sem sempre ser será seu seus sido sim só sob sobre sua "
        "suas também tão te tem têm ter teu teve tinha tinham toda todas todo todos tu tua tudo "
        "um uma umas uns vai você vocês vos http https www com html "
        "abraço amanhã ano anos boa bom coisa coisas dia dias exemplo favor hoje hora horas mês "
        "meses nova novo obrigada obrigado olá ontem semana semanas tarde tempo vez vezes"},
    List{
        "dutch",
        "aan al alle alleen alles als altijd ander andere anders been ben bij daar daarom dan dat "
        "de deze die dit doch doen door dus een eens en er even geen geweest had hadden heb hebben "
        "heeft hem hen het hier hij hoe hoewel hun iemand iets ik in is ja je jij jou jouw kan "
        "kon konden kunnen maar me meer men met mij mijn moet moeten mogen na naar net niet niets "
        "nog nu of om omdat onder ons onze ook op over reeds sinds te tegen tijdens toch toen tot "
        "u uit uw van vanaf veel voor waar waren was wat weer wel welke werd werden wie wil willen "
        "worden wordt zal ze zei zelf zich zij zijn zo zonder zou zouden zullen http https www "
        "com html "
        "avond bedankt beste dag dagen dank gisteren goed goede groet groeten hallo jaar jaren "
        "keer "
        "maand maanden morgen nieuw nieuwe tijd uur uren vandaag voorbeeld week weken"},
};

}  // namespace

StopWords::StopWords(std::string_view language, const std::vector<std::string>& more) {
  for (const auto& [name, words] : kLists) {
    if (name != language) continue;
    for (const auto& word : split_list(words, ' ')) words_.insert(fold_case(word));
  }
  for (const auto& word : more) words_.insert(fold_case(word));
}

bool has_stop_words(std::string_view language) {
  return std::any_of(kLists.begin(), kLists.end(),
                     [&](const List& list) { return list.first == language; });
}

}  // namespace privet::profile
