// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "roles/topics.h"

namespace privet::roles {
namespace {

constexpr std::array<Topic, 7> kTopics{{
    {"ability or test", Kind::Private, 54,
     "numerical spatial math maths mathematics arithmetic spelling vocabulary verbal achievement "
     "aptitude "
     "intelligence exam examscore testscore gpa",
     "iq gcse"},
    {"illness or treatment", Kind::Private, 60,
     "prenatal antenatal nausea vomiting vomit diarrhea diarrhoea headache headaches cough "
     "dizziness insomnia seizure "
     "seizures convulsion convulsions bleeding haemorrhage hemorrhage jaundice dehydration rash "
     "itch "
     "itching preterm premature gestation gestational gestationalage lowbirthweight hypertensive "
     "risk risks riskscore riskgroup chronic acute aura ischaemic ischemic palsy paralysis wheeze "
     "abdominalpain stunted exercise "
     "anaemia anemia anamie dementia demenz demence demencia demenza ulcer ulceration obstruction "
     "perforation adherence pneumonia sepsis shock embolism thrombosis epilepsy migraine arthritis "
     "obesity hepatitis tuberculosis parkinson alzheimer schizophrenia anxiety suicide overdose "
     "hemophilia haemophilia coronary vascular cardiovascular heartfailure atrialfibrillation "
     "fibrillation arrhythmia infarction infarct copd covid hypotension dialysis ventilation "
     "beatmung intubation resuscitation transfusion ivdrug priortreatment medicalcondition "
     "limitation difficulty impairment procedimiento procedimento procedura verrichting coma "
     "differentiation menopausal highbloodpressure comorbidities outpatient inpatient emergency "
     "obesidad obesidade depresion depressao febre tosse birthweight geburtsgewicht recur "
     "estadosalud estadosaude "
     "diagnosis diagnoses disease diseases illness ill sick condition conditions symptom "
     "symptoms disorder syndrome comorbidity complication complications infection allergy hiv "
     "aids cancer tumor tumour tumorsize tumorstage tumorgrade tumornodes malignant malignancy "
     "metastasis stage grade cellsize carcinoma leukemia diabetes diabetic stroke asthma "
     "hypertension depression mental psychiatric health healthstatus generalhealth medication "
     "medications medicine drug drugs dose dosage prescription treatment treatments therapy "
     "chemotherapy radiotherapy surgery procedure transplant transplantation vaccination "
     "vaccine steroid steroids antiviral antivirals antibiotics prognosis genetic gene "
     "genotype mutation inherited inherit inheritance abuse alcohol drinking addiction injury "
     "injuries wound fracture familyhistory medicalhistory cause causeofdeath diagnose "
     "diagnosen hauptdiagnose nebendiagnose krankheit erkrankung krank beschwerden symptome "
     "medikament medikamente medikation dosis behandlung therapie eingriff krebs gesundheit "
     "gesundheitszustand todesursache vorerkrankung diagnostic maladie traitement medicament "
     "medicaments chirurgie sante cancerstade diagnostico enfermedad sintoma sintomas "
     "tratamiento medicamento medicamentos salud cirugia diagnosi malattia sintomi trattamento "
     "farmaco farmaci salute intervento doenca tratamento saude ziekte klacht klachten "
     "behandeling medicijn medicijnen gezondheid kanker fatigue malaise anorexia pain "
     "chestpain angina edema oedema ascites varices cirrhosis relapse recurrence histology "
     "histologic pathology biopsy lesion lesions eye celltype morphology karnofsky performance "
     "performancestatus placebo laser hormone hormon menopause menostat nodes lymphnodes "
     "spread icd icd9 icd10 atc loinc snomed drg contraceptive contraception "
     "contraceptivemethod hauptdiag nebendiag opscode opsschluessel "
     "statosalute etatdesante "
     "estadodesalud estadodesaude adverseevent adverseevents sideeffect sideeffects nebenwirkung "
     "nebenwirkungen",
     "hyp hypt ihd chd gestwks abdpain lowbw hemor aedecod aeterm mhterm mhdecod cmdecod dx diag "
     "icdcode dgn trt treat tx rx rxgroup "
     "ecog ecogps phecog phkarno patkarno karno "
     "resid residds comorb dxgroup diaggrp histol hepato spiders cgd pcdx injsev iinjury iinj "
     "cvd chf mi afib miord mitype dnr sfdm dzgroup dzclass karnof txgrp surg adlp adls ops ghm "
     "gradetype drem dear deye dphy dout ddrs diffrem diffcare hicov hcovany hcov priorzdv "
     "inj alcres drugres chemo celltyp meds therap prior adm hist stg nyha asa dtreat relapsed"},
    {"money", Kind::Private, 56,
     "delinquent delinquency inquiry inquiries utilization utilisation medicaid medicare "
     "foodstamps welfare income incomes salary wage wages earnings pay payment "
     "payments pension benefit benefits "
     "allowance bonus debt debts loan loans credit credits creditamount creditscore creditcard "
     "mortgage savings saving asset assets wealth fortune capital capitalgain capitalloss tax "
     "taxes price amount balance deposit expenditure expenses expense spending costs cost fee "
     "fees charge charges revenue profit turnover installment instalment bankruptcy default "
     "defaulted personalloan cdaccount securities securitiesaccount investment investments "
     "donation donations einkommen gehalt lohn verdienst rente schulden kredit darlehen "
     "vermoegen vermogen ersparnisse steuer steuern kosten betrag preis ausgaben kontostand "
     "revenu revenus salaire pensions dette dettes pret epargne patrimoine impot impots cout "
     "couts montant depenses prix ingresos salario sueldo renta deuda prestamo ahorro ahorros "
     "patrimonio impuesto costo coste importe gasto gastos precio reddito stipendio pensione "
     "debito prestito risparmi imposte costi importo spese prezzo rendimento renda divida "
     "emprestimo poupanca imposto custo valor despesas preco inkomen salaris loon pensioen "
     "schuld lening spaargeld vermogens belasting bedrag uitgaven prijs checking "
     "checkingstatus purpose credithistory debtors guarantor livingstandard solvency overdraft "
     "poverty dividend dividends stocks shares stockoption fare hike raise hourlyrate dailyrate "
     "monthlyrate homevalue propertyvalue",
     "inc indhhin2 indhhinc indfmpir income1 inctot incwage faminc hhincome hhinc incom ftotinc "
     "agi fedtax emcontrb ernval "
     "intval pearnval pothval ptotval wsalval statetax fica "
     "expend eqincome netinc grossinc ccavg ramntall minramnt amnt amt avggift bal pincp wagp "
     "adjinc solindex inctax taxinc revmens totcst totmcst valtot valueh hinctnta labgro labnet"},
    {"belief, opinion or orientation", Kind::Private, 57,
     "union unionmember tradeunion gewerkschaft syndicat sindicato sindacato vakbond party "
     "partymember partei prejudice ideology ideological conservatism abortion partyid "
     "partyidentification "
     "politicalparty "
     "emotion "
     "emotions importance religion religious faith belief denomination confession political "
     "politics vote votes "
     "voted opinion attitude orientation sexual sexualorientation konfession "
     "religionszugehoerigkeit politisch wahl meinung confessionreligieuse religieux politique "
     "religieuse opinionpolitique creencia religiosa politica voto opinione religiao politico "
     "voti godsdienst geloof politiek stem satisfaction zufriedenheit trust happiness "
     "mediaexposure happy interest romantic wellbeing",
     "unionmem relig relg rlgdgr rlgblg konf polintr ppltrst lrscale"},
    {"crime or law", Kind::Private, 57,
     "search searched searches citation citations violation violations crime crimes criminal "
     "offence offense offences offenses conviction "
     "convicted convictions "
     "arrest arrested arrests prison sentence parole probation recidivism straftat "
     "verurteilung vorstrafe haft delit condamnation crimen delito condena reato condanna pena "
     "condenacao misdrijf veroordeling",
     "prio priors paroled recid juvfel juvmisd"},
    // These are said of anything: smoking_status, Pclass.
    {"outcome", Kind::Outcome, 39,
     "status class klasse classe clase label target result results response event events", "stat"},
    {"outcome", Kind::Outcome, 46,
     "deny denied refused rejected outcome outcomes death "
     "dead died deceased alive survival survived survivor mortality vitalstatus censored "
     "censoring success failure failed approved approval decision churn attrition ausgang "
     "ergebnis ereignis tod gestorben verstorben ueberlebt zielgroesse zielvariable "
     "resultat deces mort decede evenement cible resultado muerte fallecido evento "
     "objetivo esito morte deceduto risultato obito morto desfecho uitkomst overleden "
     "dood gebeurtenis doel readmitted readmission expired prediction predicted depvar",
     "fail exitus dthfl fustat fu y dth died30 vstat vitstat mort30 deathevent hospdead evt cens "
     "censor "
     "dstat fstat"},
}};

}  // namespace

std::span<const Topic> private_topics() {
  return kTopics;
}

}  // namespace privet::roles
