// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "roles/topics.h"

namespace privet::roles {
namespace {

constexpr std::array<Topic, 11> kTopics{{
    {"birth", Kind::Known, 85,
     "birth birthday birthdate dateofbirth dob born birthyear yearofbirth birthmonth "
     "birthplace placeofbirth countryofbirth geburt geburtsdatum geburtstag geburtsjahr "
     "geburtsort geburtsland geboren naissance datedenaissance datenaissance anneenaissance "
     "lieunaissance ne nacimiento fechanacimiento fechadenacimiento lugarnacimiento nascita "
     "datadinascita datanascita luogodinascita nascimento datadenascimento datanascimento "
     "geboorte geboortedatum geboortejaar geboorteplaats birthnumber",
     "birthyr birthyy birthmm birthqtr birthmo gebdat gebdatum gebjahr gebj gdat bdate bday "
     "bdat birthd dtnasc fnac fechanac brthdt brthdtc yob mob dobyr ddn"},
    {"postcode", Kind::Known, 82,
     "zip zipcode postcode postalcode postal postleitzahl codepostal codigopostal cap "
     "codiceavviamento cep codigopostale postnummer zipfive zip4",
     "plz plz3 plz5 zip3 zip5 pcode postcd zcta pc4 pc6"},
    {"place", Kind::Known, 68,
     "country countrycode state statecode province county city town village place location "
     "region regionname district municipality commune borough neighborhood neighbourhood "
     "parish tract censustract block areacode areaname healtharea zone territory departement "
     "canton kanton bezirk "
     "bundesland kreis landkreis gemeinde stadt ort ortsteil wohnort wohnsitz land staat "
     "provinz regierungsbezirk stadtteil ville localite quartier arrondissement pays lieu "
     "residencecity ciudad pueblo localidad municipio provincia comunidad pais estado barrio "
     "comarca departamento citta comune paese stato regione cidade distrito concelho freguesia "
     "regiao bairro uf stad dorp gemeente plaats provincie woonplaats wijk buurt regio gewest "
     "urban rural urbanrural urbanization urbanisation urbanicity metropolitan metro metroarea "
     "suburb domicile domicil landkreise asl latitude longitude breitengrad laengengrad langengrad "
     "latitud longitud latitudine "
     "longitudine breedtegraad lengtegraad coordinates coordinate koordinaten coordonnees gps "
     "geocode geo geohash easting northing rechtswert hochwert xcoord ycoord xcoordinate "
     "ycoordinate koordx koordy coordx coordy utm utme utmn hospital clinic center centre site "
     "institution "
     "institute facility practice praxis klinik krankenhaus spital hopital clinique "
     "etablissement clinica ospedale centro ziekenhuis kliniek praktijk schoolid schoolname "
     "schoolcode branchoffice filiale standort constituency precinct electoraldistrict ward "
     "destination travel route",
     "cntry ctry ctr cnty st stcd fips statefip statefips countyfip countyfips statenum "
     "istatenum stateicp puma pumaid nuts nuts1 nuts2 nuts3 lat lon lng long metarea metro2 "
     "urbrur urbrural hos hosp inst instcode lau bula blnd gkz ags insee dept munic muni msa "
     "cbsa regn reg homestate loc gq rururb municres municmov dep depcom"},
    {"date", Kind::Known, 80,
     "date dates datetime timestamp day weekday dayofweek dayofmonth month year quarter datum "
     "tag wochentag monat jahr zeitpunkt zeitstempel uhrzeit jour mois annee horodatage fecha "
     "dia mes ano hora giorno mese anno dag maand jaar tijdstip data admission admitted "
     "admissiondate discharge discharged dischargedate visitdate visited aufnahme "
     "aufnahmedatum entlassung entlassungsdatum todesdatum sterbedatum deathdate dateofdeath "
     "deathday deathmonth deathyear diagnosisdate diagnosisyear operationdate surgerydate "
     "registered registration registrationdate joined joindate hired hiredate entrydate "
     "enrolled enrolment enrollment startdate enddate createdat created updated issued "
     "issuedate appointment arrival arrived departure departed ingreso alta fechaingreso "
     "ricovero dimissione dataricovero internacao opname ontslag opnamedatum ontslagdatum hour "
     "minute eventdate accidentdate crashdate dateofadmission dateofdischarge dateofdiagnosis "
     "samplingdate sampleyear diagnosed jahrgang dateentree datesortie dataentrata datauscita",
     "dt dtm dte yr yyyy mm dd wk ideathday ideathmon deathmo deathyr deathda deathmn deathhr "
     "deathtm dod doa admdate disdate admittime dischtime deathtime dattim visdt aufndat "
     "entldat dxyr dxdate opdat yrmonth surveyyear surveymonth tdat dtinter dtsaida syear yrbrn "
     "anchoryear edregtime edouttime"},
    // Why somebody came, went or died is not when.
    {"reason", Kind::Private, 81,
     "reason reasons entlassungsart entlassart aufnahmeart dischargetype grund aufnahmegrund "
     "entlassgrund entlassungsgrund aufnahmeanlass motif motivo "
     "razon causale reden modeentree modesortie motivoalta motivoingreso dischargelocation "
     "dischargedisposition dischargereason admissionreason expireflag",
     "entlgrund aufngrund"},
    {"figure of an area", Kind::Technical, 76,
     "unemploymentrate joblessrate percapita mobility density population populationdensity",
     "unemp"},
    {"area statistic", Kind::Technical, 75,
     "median mean average avg percentage percent rate ratio index share "
     "quantile percentile deviation variance mittelwert durchschnitt anteil "
     "quote moyenne mediane taux pourcentage promedio media mediana tasa porcentaje indice "
     "percentuale tasso gemiddelde percentagevan quota normalized standardized zscore",
     "pct perc stddev std sd se iqr idx"},
    {"food", Kind::Technical, 44,
     "food foods meal meals meat beef pork veal poultry chicken fish seafood egg eggs cheese milk "
     "bread rice pasta potato potatoes vegetable vegetables fruit fruits salad soup sauce cake "
     "cakes "
     "dessert coffee tea juice beverage fleisch fisch gemuese gemuse obst viande poisson legumes "
     "carne pescado verduras fruta pesce verdura vlees vis groente",
     ""},
    {"circumstances of an accident", Kind::Technical, 44,
     "restraint restraintsystem restraintuse airbag ejection ejectionpath extrication collision "
     "mannerofcollision harmfulevent impact rollover crash crashtype roadway lighting",
     "restuse extricat mancoll harmev funcsys"},
    {"duration", Kind::Technical, 41,
     "duration time times nights naechte nuits noches notti noites nachten days weeks months hours "
     "minutes seconds period lengthofstay followup "
     "survivaltime survivaldays timetoevent elapsed interval delay lag dauer zeit zeitraum "
     "tage wochen monate stunden verweildauer liegedauer duree temps jours semaines durees "
     "duracion tiempo dias semanas meses durata tempo giorni settimane mesi duracao duur tijd "
     "dagen weken maanden week stay recency frequency observationtime start stop exposure "
     "entry exit estancia degenza ligduur permanenza sejour dureesejour dureedesejour verweil "
     "liegezeit opnameduur diasperm studytime",
     "futime fut fudays survtime surv los tstart tstop tend dur t1 t2 pyears rfstime dtime "
     "laghrs lagmins edrel diagtime pctime ptime ttime vwd slos lenfol lenstay"},
    {"counter or version", Kind::Technical, 38,
     "count counter number amountof total sum version batch wave round visit visitnumber order "
     "replicate repetition anzahl zaehler welle nombrede numberof cantidad quantita quantidade "
     "purchase purchased transaction call aantal contact contacts campaign previous "
     "calls purchases visits items quantity clicks "
     "gifts gift orders transactions score points rating ratings level operation operationtype "
     "currency waehrung channel medium source quelle flag indicator consent einwilligung "
     "online newsletter subscription study arm cohort group gruppe groupe grupo gruppo groep "
     "randomised randomized random allocation strata stratum strat cluster psu sample "
     "subsample subcohort selected",
     "cnt n ct qty enum nvisits ngifts pdays poutcome freq typ"},
}};

}  // namespace

std::span<const Topic> place_and_time_topics() {
  return kTopics;
}

}  // namespace privet::roles
