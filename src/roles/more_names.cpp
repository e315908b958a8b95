// SPDX-License-Identifier: Apache-2.0
// Names of persons that are common where other languages are spoken, in their own letters and in
// Latin ones. Words that are also things, towns or months there are left out.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/utf8.h"
#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

// As plain_words() writes them: small letters without marks, one sigma.
constexpr std::string_view kMoreNames =
    // Greek
    "γιωργοσ γεωργιοσ μαρια νικοσ νικολαοσ ελενη δημητρησ δημητριοσ κατερινα αικατερινη σοφια "
    "κωστασ "
    "κωνσταντινοσ γιαννησ ιωαννησ βασιλικη βασιλησ αννα χρηστοσ παναγιωτησ ευαγγελια αθανασιοσ "
    "αγγελικη γεωργια παπαδοπουλοσ παπαδοπουλου ιωαννου γεωργιου οικονομου νικολαου κωνσταντινου "
    "δημητριου βλαχοσ παπαδακησ παπαγεωργιου αντωνιου βασιλειου χριστοδουλου "
    // Cyrillic; capital Й and Ё lose their marks as all letters do
    "александр алексеи анастасия андреи анна антон борис валентина василии вера виктор владимир "
    "галина "
    "дарья дмитрии евгении екатерина елена иван игорь ирина константин людмила максим марина мария "
    "михаил наталья наталия николаи оксана олег ольга павел петр светлана сергеи степан татьяна "
    "федор юлия юрии иванов иванова петров петрова сидоров сидорова кузнецов кузнецова смирнов "
    "смирнова волков волкова попов попова орлов орлова васильев васильева соколов соколова "
    "михаилов "
    "новиков новикова федоров федорова морозов морозова лебедев лебедева шевченко коваленко "
    "бондаренко "
    "ткаченко георги димитър иваилов тодоров николић јовановић петровић "
    // Arabic, Hebrew, Persian
    "محمد أحمد احمد فاطمة علي خديجة يوسف مريم عمر حسن حسين إبراهيم ابراهيم عبدالله خالد محمود "
    "مصطفى عائشة زينب سارة ليلى نور سعيد طارق العلي الحسن حداد خوري نجار الخطيب منصور سالم رضا "
    "זהרה כהן לוי מזרחי פרץ דוד משה יוסף שרה רחל יעקב אברהם מרים "
    // Hindi, Tamil, Bengali
    "राहुल प्रिया अमित सुनीता विजय अनीता राजेश सुरेश पूजा नेहा संजय दीपक शर्मा वर्मा पटेल सिंह "
    "गुप्ता कुमार यादव मिश्रा जोशी குமார் ராஜா லட்சுமி রহমান হোসেন চক্রবর্তী "
    // The same and others in Latin letters
    "ravi priya amit sunita vijay anjali deepak lakshmi kiran venkatesh rahul rajesh suresh pooja "
    "neha sanjay arjun ananya rohit sharma iyer patel reddy gupta chatterjee banerjee mukherjee "
    "nair "
    "subramanian verma kumar singh mishra joshi agarwal desai rao "
    "ahmed ahmad mohammed mohamed muhammad fatima hassan hussein hussain ibrahim khalid mahmoud "
    "mustafa yusuf aisha zainab omar abdullah fatma ali khan "
    "wojciech agnieszka grzegorz malgorzata zbigniew bozena krzysztof katarzyna andrzej piotr "
    "tomasz "
    "pawel ewa zofia jadwiga wisniewski wisniewska dabrowski dabrowska szczepanski wojcik "
    "kaczmarek "
    "zielinski zielinska kowalski kowalska lewandowski nowakowski "
    "ayse cagla ozgur emre sule burak mehmet zeynep elif hatice huseyin osman yilmaz demir sahin "
    "celik ozturk aydin kaya yildiz arslan dogan kilic "
    "paivi jyrki eeva tuomas juhani matti virtanen korhonen makinen nieminen makela hamalainen "
    "laine heikkinen katalin laszlo zoltan istvan ferenc gyorgy attila nagy kovacs szabo horvath "
    "toth varga jiri vaclav zdenek jaroslav novotny dvorak svoboda cerny prochazka "
    "ivanov ivanova petrov petrova sidorov kuznetsov kuznetsova smirnov smirnova volkov popov "
    "sergei sergey dmitri dmitry svetlana tatiana yelena vladimir mikhail oleksandr shevchenko "
    "giorgos yannis dimitris nikos eleni katerina papadopoulos ioannou georgiou "
    "haruto yui sakura takeshi naoko hiroshi kenji yuki akira tanaka suzuki watanabe kobayashi "
    "yamamoto nakamura takahashi yoshida sasaki matsumoto "
    "nguyen tran pham hoang huynh phan vu dang bui thi van minh duc "
    "wang li zhang liu chen yang huang zhao wu zhou xu sun zhu guo kim lee park choi jung kang cho "
    "chidi ngozi kwame abena thabo oluwaseun adaeze okafor mensah dlamini adeyemi nkosi balogun "
    "amina fatoumata mamadou ousmane diallo traore coulibaly tesfaye abebe wanjiru otieno";

// The family names nine of ten people have in China, and in Korea.
constexpr std::u32string_view kHan =
    U"王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹"
    U"彭曾肖田董袁潘于蒋蔣"
    U"蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范石廖贾賈夏韦韋傅方白邹鄒孟熊秦邱江尹薛"
    U"闫段雷侯龙龍史陶黎贺賀"
    U"顾顧毛郝龚龔邵万萬钱錢严嚴武戴莫孔向汤湯";
constexpr std::u32string_view kHangul =
    U"김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민";

// "li" and "van" are words elsewhere: short ones count only beside another name.
constexpr std::size_t kShort = 4;

bool han(char32_t c) {
  return c >= 0x4E00 && c <= 0x9FFF;
}
bool hangul(char32_t c) {
  return c >= 0xAC00 && c <= 0xD7A3;
}

}  // namespace

bool is_name_in_signs(std::string_view text) {
  std::u32string signs;
  while (!text.empty()) {
    const char32_t c = next_character(text);
    if (c != U' ') signs += c;
  }
  if (signs.size() < 2 || signs.size() > 4) return false;
  if (std::all_of(signs.begin(), signs.end(), han)) {
    return kHan.find(signs.front()) != std::u32string_view::npos;
  }
  return std::all_of(signs.begin(), signs.end(), hangul) &&
         kHangul.find(signs.front()) != std::u32string_view::npos;
}

bool has_name_from_elsewhere(std::string_view text) {
  static const std::unordered_set<std::string_view> names = words_in(kMoreNames);
  const auto words = plain_words(text);
  const auto known = [](const std::string& word) { return names.contains(word); };
  const auto found = std::count_if(words.begin(), words.end(), known);
  const bool long_one = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.size() > kShort && known(word);
  });
  return long_one || found >= 2;
}

}  // namespace privet::roles
