// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "roles/topics.h"

namespace privet::roles {
namespace {

constexpr std::array<Topic, 7> kTopics{{
    {"a person's name", Kind::Name, 66,
     "name firstname lastname surname fullname givenname familyname middlename forename "
     "maidenname nickname alias initials vorname nachname familienname geburtsname rufname "
     "zuname nom prenom nomdefamille nombre nombres apellido apellidos nome cognome sobrenome "
     "apelido naam voornaam achternaam roepnaam patientname personname customername clientname "
     "employeename doctorname physicianname surgeon physician doctor arzt hausarzt medecin "
     "medecintraitant voorletters initialen voornamen achternamen "
     "medico arts huisarts nurse contactperson signature unterschrift manager managername "
     "supervisor "
     "boss vorgesetzter vorgesetzte chef responsable capo jefe chefe judge richter richterin juge "
     "juez giudice juiz rechter therapist therapeut therapeutin attendingphysician "
     "consultant operateur chirurg chirurgin betreuer betreuerin caseworker sachbearbeiter",
     "fname lname fnam lnam vname nname pname mname"},
    {"an address", Kind::Contact, 90,
     "address adresse anschrift street strasse streetaddress hausnummer housenumber rue "
     "numerorue direccion calle domicilio indirizzo endereco rua adres straat huisnummer "
     "addressline",
     "addr str hausnr"},
    {"a way to reach a person", Kind::Contact, 90,
     "email mail emailaddress mailaddress phone telephone telefon telephon handy mobile "
     "cellphone mobil mobilnummer telefonnummer phonenumber fax faxnumber telefono celular "
     "movil cellulare telefone telemovel telefoon courriel correo website homepage url "
     "username login twitter facebook instagram linkedin skype ipaddress macaddress imei "
     "licenceplate licenseplate numberplate kennzeichen immatriculation matricula targa "
     "kenteken vin",
     "tel telnr mailid"},
    {"a number of an account or a document", Kind::Number, 65,
     "iban bic accountnumber bankaccount kontonummer konto compte cuenta conto conta rekening "
     "creditcardnumber cardnumber kartennummer passport passportnumber reisepass passnummer "
     "passeport pasaporte passaporto passaporte paspoort licence license licencenumber "
     "licensenumber driverslicense fuehrerschein personalausweis ausweis ausweisnummer dni nif "
     "cpf codicefiscale bsn burgerservicenummer nationalid nationalidentity idcard "
     "identitycard medicalrecordnumber recordnumber aktenzeichen dossier dossiernumber "
     "expediente fileno certificatenumber policynumber policennummer account accountid "
     "contractnumber ticket ticketnumber numerodossier numerosecu securitesocialenumero nsecu "
     "numerosecuritesociale steuernummer steuernr steuerid taxnumber taxid taxpayernumber "
     "partitaiva "
     "numerofiscal rechnungsnr rechnungsnummer billnumber barcode accession accessionnumber "
     "tarjetasanitaria tesserasanitaria cartaosus",
     "acct acctno mrn ktonr kto nhc cip nir ipp nda aih naih hcn tsi"},
    {"a number of a person or household", Kind::Number, 64,
     "id ids identifier identity identification uuid guid ssn socialsecurity "
     "socialsecuritynumber socialsecurityno insurancenumber versichertennummer "
     "versicherungsnummer sozialversicherungsnummer sozialversicherung securitesociale "
     "numeross nhsnumber patientid patientnumber patientennummer patientennr fallnummer fallnr "
     "personid personnumber personnummer personennummer personalnummer personnel matricule "
     "matrikelnummer memberid membernumber studentid studentnumber customerid customernumber "
     "kundennummer clientid clientnumber employeeid employeenumber subjectid subjectnumber "
     "participantid respondentid caseid casenumber recordid record rowid rownumber serial "
     "serialnumber sequence sequencenumber seqnumber laufnummer lfdnummer "
     "numeropaciente identificador identificatore identificatie identifiant kennung kennziffer "
     "schluessel pseudonym pseudonyme householdid householdnumber haushaltsnummer hhnumber "
     "familyid familynumber cardid visitid encounterid admissionid hospitalnumber key person "
     "patient subject participant respondent client customer member employee student paciente "
     "cliente paziente klant patientennamen idnumber",
     "pid pat patid patnr uid cid sid rid eid mid lfdnr lnr seq seqno seqn serialno "
     "hhid hid hhno hhnr hhserial indid pernum persnr pnr persid personno idno idnr idnum idhh "
     "idind idpers orihid caseno casenum caseids stcase vehno perno kundennr knr mitgliedsnr "
     "svnr ahvnr nhs ssnr sozvnr subjid subjectno usubjid enrolid hadm hadmid stayid icustay "
     "subno studyno studyid upn cpsid cpsidp sampleid obs obsid rownum "
     "idenq respnr empno empnr empnum staffno staffnr mitarbnr manr badge badgeno"},
    // With a word for what is counted it is a count: num_filhos, numCompaniesWorked.
    {"a number", Kind::Number, 40, "nummer numero", "nr no num"},
    {"free text", Kind::Name, 62,
     "comment comments remark remarks notes freetext description narrative bemerkung "
     "bemerkungen kommentar kommentare notiz notizen freitext anmerkung beschreibung "
     "commentaire commentaires remarque remarques observations observaciones comentario "
     "comentarios "
     "osservazioni commento commenti observacoes opmerking opmerkingen toelichting anamnese "
     "anamnesis letter arztbrief report befund befundtext message abstract textfield",
     "cmt memo txt"},
}};

}  // namespace

std::span<const Topic> identity_topics() {
  return kTopics;
}

}  // namespace privet::roles
