// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "roles/topics.h"

namespace privet::roles {
namespace {

constexpr std::array<Topic, 4> kTopics{{
    {"survey weight", Kind::Weight, 88,
     "samplingweight instanceweight caseweight sampleweight surveyweight designweight finalweight "
     "personweight "
     "householdweight householdweights samplingweights expansionfactor grossingfactor "
     "calibrationweight populationweight hochrechnungsfaktor hochrechnung gewichtungsfaktor "
     "gewichtung personengewicht haushaltsgewicht ponderation poidsechantillon factorexpansion "
     "ponderacion pesocampionario fattorediespansione fatorexpansao weegfactor weging "
     "weighting analysisweight replicateweight",
     "fnlwgt afnlwgt finalwgt wgt wgts wgtp pwgtp pwgt hwgt wght wt perwt hhwt asecwt wtfinl "
     "pesocamp pondind earnwt hwt pwt wtint2yr wtmec2yr samplwt pesowt wtssall wtssps wtper wthh "
     "hweight dweight pspwght pspweight anweight "
     "pweight phrf hhrf sdmvpsu sdmvstra repwt repwtp lnwt w"},
    {"laboratory value", Kind::Reading, 58,
     "glucose insulin cholesterol hdl ldl triglyceride triglycerides albumin bilirubin "
     "creatinine urea sodium potassium calcium chloride magnesium phosphate alkphosphate "
     "alkalinephosphatase phosphatase haemoglobin hemoglobin haematocrit hematocrit platelet "
     "platelets thrombocytes leukocytes leucocytes erythrocytes lymphocytes neutrophils "
     "monocytes wbc rbc ferritin iron copper zinc transferrin protein protime prothrombin inr "
     "ptt troponin ck ckmb bnp crp esr procalcitonin lactate ammonia amylase lipase tsh t3 t4 "
     "cortisol testosterone estrogen oestrogen progesterone psa cea hba1c a1c kappa lambda "
     "serum plasma urine blood bloodsugar blutzucker blutbild glukose kreatinin harnstoff "
     "eisen kalium natrium haemoglobinwert cholesterin glycemie creatininemie hemoglobine "
     "cholesterole glucosa colesterol hemoglobina creatinina glicemia emoglobina colesterolo "
     "glicose glucosewaarde glucemia glycemia glykemie cd4 cd8 viralload antibody antibodies "
     "antigen titer titre enzyme "
     "oxygen saturation lab laboratory labvalue laborwert mgdl mmoll gdl mgl ugl ngl pgl ngml pgml "
     "creatininephosphokinase bloodgas ugml umoll nmoll pmoll mmolmol iul uil iuml meql mlmin kul "
     "mgkg",
     "krea lbstresn lborres alb glu plas gluc glyc bili bun creat crea hgb hb hct plt alkphos sgot "
     "sgpt "
     "ast alt ggt ldh chol "
     "trig cl ca "
     "mg mspike fbs mch mchc mcv rdw pltlt egfr gfr uacr hscrp flc flcgrp er pgr "
     "her2 mgus ferr spike wblc sod pafi"},
    {"examination", Kind::Reading, 58,
     "energy calorie fat fibre fiber carbohydrate carbohydrates vitamin nutrient nutrients intake "
     "diet "
     "dietary salt headcircumference bloodpressure systolic diastolic pulse heartrate heartbeat "
     "temperature fever respiration "
     "respiratory ecg ekg restecg electrocardiogram ejectionfraction skinthickness "
     "skinfold waist hip circumference clump thickness uniformity adhesion nuclei chromatin "
     "nucleoli mitoses epithelial cell radius texture perimeter smoothness compactness "
     "concavity concave symmetry fractal blutdruck puls herzfrequenz temperatur fieber tension "
     "tensionarterielle pouls presionarterial pulso pressione polso pressao bloeddruk hartslag "
     "spirometry fev1 vision acuity visual hearing reflex scan mri xray ultrasound thalassemia "
     "slope vessels oldpeak exerciseangina liver spleen palpable kidney lung heart apache sofa "
     "glasgow gcs pedigree size width depth volume frailty frail calories mealcalories "
     "weightloss wtloss weightgain lossofweight maxheartrate dna expression mmhg bpm pressure "
     "triceps strength grip gripstrength meanbp apachescore",
     "bps bpd vsorres vsstresn sbp pres skin mass pedi dbp bp trestbps restbp thalach exang maxhr "
     "hr rr "
     "temp spo2 fvc ef "
     "lvef qrs mealcal "
     "cp thal hepatom bpsys bpdia map vo2 sysbp diasbp tas tad rrsys rrdia hrt resp aps sps "
     "avtisst"},
    {"answer to a question", Kind::Technical, 36,
     "question answer item frage antwort reponse pregunta respuesta domanda risposta pergunta "
     "resposta vraag antwoord likert scale skala",
     "q ans"},
}};

}  // namespace

std::span<const Topic> measurement_topics() {
  return kTopics;
}

}  // namespace privet::roles
