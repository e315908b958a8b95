// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "roles/topics.h"

namespace privet::roles {
namespace {

// What neighbours, colleagues and registers know of a person.
constexpr std::array<Topic, 14> kTopics{{
    {"age", Kind::Known, 72,
     "age ages agegroup ageband agerange ageyears ageclass alter altersgruppe altersklasse "
     "lebensalter edad grupoedad eta fasciaeta idade faixaetaria leeftijd leeftijdsgroep "
     "yearsold agegrp",
     "iage agep prtage ridageyr agecat aged agegr agey ager altgr pxage anyage ageyrs agemths "
     "agemonths agea agerevq anchorage"},
    {"sex", Kind::Known, 71,
     "sex gender geschlecht sexe genre sexo genero sesso genere geslacht male female maennlich "
     "mannlich weiblich homme femme hombre mujer masculino femenino maschio femmina mannelijk "
     "vrouwelijk salutation anrede title civility civilite",
     "isex pesex riagendr gndr sx gend sexcode gen sexc geschl"},
    {"race or ethnic group", Kind::Known, 70,
     "race races african africanamerican afroamerican caucasian black white asian mestizo ethnic "
     "ethnicity ethnicgroup ethnie ethnizitaet ethnizitat herkunft hispanic "
     "latino raza etnia etnico razza raca cor etniciteit skintone skincolor skincolour hautfarbe "
     "ancestry tribe caste indigenous minority aboriginal racaethnicity raceethnicity racacor",
     "afam cauc irace ihispanic hisp hispan ridreth ridreth1 ridreth3 ptdtrace pehspnon raced "
     "hispand "
     "racex ethn origin3 spanorig ancestr raceth rac1p rac2p anc anc1p blgetmg"},
    {"citizenship or descent", Kind::Known, 69,
     "nationality nationalitaet nationalitat citizenship citizen staatsangehoerigkeit "
     "staatsangehorigkeit staatsbuergerschaft staatsburgerschaft nationalite citoyennete "
     "nacionalidad ciudadania nazionalita cittadinanza nacionalidade cidadania nationaliteit "
     "immigrant immigration foreigner foreign foreignworker native nativity auslaender "
     "auslander migrant migration migrationshintergrund refugee nativecountry",
     "natl nat citiz yrimmig yrsusa bpl bpld immigr natvty mbpl fbpl pob cit pobp mig ctzcntr "
     "brncntr yoep"},
    {"language", Kind::Known, 50,
     "language languages mothertongue sprache muttersprache langue languematernelle idioma "
     "lingua lingue lengua taal moedertaal speakenglish english",
     "lang speakeng lanx lanp"},
    {"marital status", Kind::Known, 55,
     "marital maritalstatus marriage married marry spouse husband wife divorced widowed single "
     "familienstand zivilstand verheiratet ehe ehepartner ledig etatcivil situationfamiliale "
     "marie mariage epoux epouse conjoint estadocivil casado matrimonio conyuge statocivile "
     "coniugato coniuge civilstatus civil casamento estadocasado burgerlijkestaat burgerlijke "
     "gehuwd partner partnership cohabit widow sitfam situationfamille",
     "marst marit mstat marstat mar maritl dmdmartl pemaritl amaritl hhcivil famst famstand "
     "famstd"},
    {"family and household", Kind::Known, 49,
     "household householdsize haushalt haushaltsgroesse haushaltsgrosse hausholdsize family "
     "familysize familymembers familie familiengroesse famille foyer menage tailledumenage "
     "hogar familia famiglia nucleofamiliare agregado gezin huishouden children child kids "
     "kinder kind kinderzahl enfants enfant nombreenfants hijos hijo figli filhos kinderen "
     "sons daughters dependents dependants numdependents siblings geschwister parents parent "
     "mother father mutter vater mere pere madre padre mae pai moeder vader relationship "
     "relation verwandtschaft parentesco parentela headofhousehold householdhead head parity "
     "births livebirths twins relative relatives relationshiptohead guardian guardians vormund "
     "tuteur tutor tutore familystatus familymembersunder18",
     "hhsize hsize famsize hh hhs nchild nchlt5 kidsn nkids relate related relat rel2head "
     "relhead eqss hhtype hhtyp famtype nfams momloc poploc sploc numkids nchildren hhldsize "
     "numprec persons npersons sibsp parch relp relshipp hhmmb chldhm dmdhhsiz pstatus"},
    {"education", Kind::Known, 50,
     "education educate educated educational educationlevel schooling school degree diploma "
     "qualification "
     "grades university college highschool bildung bildungsstand schulbildung ausbildung "
     "abschluss schulabschluss schule studium formation diplome etudes niveauetudes ecole "
     "scolarite instruction educacion estudios niveleducativo escolaridad escuela istruzione "
     "titolodistudio scuola laurea educacao escolaridade escola opleiding opleidingsniveau "
     "onderwijs literacy literate yearsofeducation yearsofschooling titolostudio instrucao "
     "qualifications",
     "educ edu educn edlevel isced isced97 isced11 dmdeduc dmdeduc2 eduyrs schl edattain "
     "bildst educd yrschool medu fedu edulvlb edulvl instru bilzeit"},
    {"work", Kind::Known, 50,
     "occupation occupational profession professional job jobs jobtitle position employment "
     "employed employmentstatus employer employertype unemployed work working worked worker "
     "workclass "
     "workplace classofworker labour labor laborforce labourforce industry sector company firm "
     "department branch economicactivity activitystatus retired retirement career beruf "
     "berufsgruppe taetigkeit tatigkeit arbeit arbeitgeber arbeitsstatus erwerbsstatus "
     "erwerbstaetigkeit erwerbstatigkeit branche wirtschaftszweig abteilung firma stellung "
     "rentner metier emploi employeur travail secteur activite situationprofessionnelle "
     "entreprise retraite ocupacion profesion empleo empleador trabajo empresa actividad "
     "jubilado professione lavoro occupazione impiego settore azienda attivita profissao "
     "emprego trabalho ocupacao empregador beroep werk werkgever baan bedrijf arbeidsmarkt "
     "hoursperweek workinghours weeklyhours hoursworked arbeitsstunden wochenstunden "
     "experience workexperience yearsofexperience seniority tenure military veteran soldier "
     "rank overtime promotion promotions companies role jobrole businesstravel "
     "commute commuting commutetime traveltimetowork service dienst servicio reparto specialisme "
     "especialidad specialite servico afdeling businessunit",
     "occ occup emp empl empstat empst isco isco88 isco08 occ1990 occ2010 ind1990 ind nace "
     "naics sic classwkr uhrswork wkswork soc kldb wexp jobcat hrswork hrs hrsperweek labforce "
     "paro lfs peio1icd prmjocc1 vetstat wkhp cow occp indp socp mjob fjob csp pcs mil tranwork "
     "trantime jwmnp jwtr fachabt cbor cbo"},
    {"physical traits", Kind::Known, 41,
     "height weight bodyweight bodyheight stature koerpergroesse korpergrosse groesse grosse "
     "gewicht koerpergewicht korpergewicht taille poids estatura altura peso statura lengte "
     "lichaamslengte gewichtkg handedness handed haircolor haircolour haarfarbe eyecolor "
     "eyecolour augenfarbe blind deaf disability disabled handicap behinderung wheelchair "
     "glasses tattoo scar shoesize bodysize bmi pregnant pregnancy pregnancies gravida "
     "schwangerschaft grossesse embarazo gravidanza gravidez zwangerschap smoker smoking "
     "raucher raucherstatus fumeur tabagisme fumador tabaquismo fumatore tabagismo roker roken "
     "tabac tabaco tabacco fumo smokingstatus smokerstatus tobacco talla altezza statuur "
     "bodymass bodymassindex",
     "smokstat hgt ht preg npreg heightcm weightkg bmxht bmxwt wtkg htcm gewkg imc kmi"},
    {"home", Kind::Known, 47,
     "housing house home dwelling dwellingtype residence residential rent renter owner "
     "ownership homeowner homeownership rooms roomsnumber bedrooms bathrooms floors roof walls "
     "wall toilet kitchen electricity heating water watersupply sewage garden property wohnung "
     "wohnsituation wohnform wohnen miete mieter eigentum haus zimmer immobilie logement "
     "habitation maison locataire proprietaire pieces vivienda casa alquiler inquilino "
     "propietario habitaciones abitazione alloggio affitto stanze habitacao moradia quartos "
     "woning huis huur koopwoning kamers yearsresident residencesince cabin zimmernummer "
     "roomnumber bed bett",
     "ownershp ownershpd electcon elec tenur dwel bldtype builtyr ownrent roomsn watersrc"},
    {"belongings that neighbours see", Kind::Known, 44,
     "car cars vehicle vehicles automobile motorcycle bike auto pkw fahrzeug voiture vehicule "
     "coche vehiculo automovil macchina veicolo carro veiculo voertuig radio television tv "
     "refrigerator fridge telephoneowner cellphoneowner pet pets dog cattle livestock "
     "landowner landsize computer internet make carmake vehiclemake vehicletype modelyear "
     "vehiclemodel bodytype marke marque marca",
     "nveh vehcl owncar ownmobile ownagland bodytyp modyear makmod"},
    {"role in an event", Kind::Known, 43,
     "injured victim offender suspect witness driver passenger pedestrian occupant seat "
     "seatposition persontype insurance insurer payer krankenkasse kasse versicherung "
     "assurance mutuelle seguro assicurazione verzekering insurancetype admissiontype station "
     "unit careunit physicianid specialty fachabteilung verzekeraar assureur aseguradora "
     "assicuratore seguradora guardianship socioeconomic socialclass passengerclass",
     "pertyp pertype seatpos ptype payor insur pclass embarked"},
    {"membership or public office", Kind::Known, 42,
     "membership club office officeholder team league church "
     "verein mitgliedschaft afiliacion partito lidmaatschap",
     ""},
}};

}  // namespace

std::span<const Topic> known_topics() {
  return kTopics;
}

}  // namespace privet::roles
