import { foldText, headerWords } from './headerWords.ts'
import { normalizeHeader, synonyms, words } from './synonyms.ts'

const toNames = (text: string): ReadonlySet<string> => new Set(words(text).map(normalizeHeader))

/** Headers of people's names. Such a column is never suggested for the sample or donor. */
const nameHeaders =
  toNames(`firstname lastname surname forename givenname familyname middlename fullname patientname subjectname
  participantname donorname initials vorname nachname familienname zuname patientenname vorundnachname prénom prénoms nomdefamille
  nomprénom nompatient nomdupatient apellido apellidos nombreyapellidos nombrecompleto nombredelpaciente cognome nomeecognome
  cognomenome nomedelpaziente nomepaziente sobrenome nomecompleto nomedopaciente voornaam achternaam familienaam patiëntnaam imię
  nazwisko imięinazwisko imięnazwisko фамилия отчество фио фамилияимяотчество soyadı soyad adsoyad adısoyadı hastaadı jméno
  příjmení förnamn efternamn fornavn etternavn 姓名 患者姓名 病人姓名 受试者姓名 氏名 患者名 患者氏名 被験者名 フリガナ 성명 성함
  환자명 환자이름 email emailaddress mail phone phonenumber telephone telefon mobile address adresse anschrift`)

/** Headers used for people as well as samples: the cells decide. */
const openHeaders = toNames(
  'name names nom nombre nome naam namn navn имя ad adı isim 名前 이름 person persona personne patient subject participant donor',
)

/** Headers of numbers that identify a patient outside of the study. */
const identifierHeaders =
  toNames(`mrn medicalrecordnumber medicalrecordno medicalrecord hospitalnumber hospitalno hospitalid nhsnumber
  nhsno nhs ssn socialsecuritynumber passport passportnumber nationalid healthcardnumber insurancenumber chartnumber chartno ehrid
  fallnummer fallnr versichertennummer krankenversichertennummer kvnr sozialversicherungsnummer ahvnummer krankenaktennummer
  numérodesécuritésociale numérosécuritésociale nir ipp numérodedossier dni nie nhc historiaclínica númerodehistoria
  númerodehistoriaclínica curp codicefiscale tesserasanitaria cartellaclinica cpf rg prontuário númerodoprontuário bsn
  burgerservicenummer pesel numerpesel снилс инн полис номеркарты номеристорииболезни tckimlikno tckn protokolno personnummer cprnummer
  fødselsnummer rodnéčíslo 身份证号 身份证 身份证号码 病历号 住院号 门诊号 病案号 医保号 就诊卡号 手机号 电话 カルテ番号 診察券番号
  マイナンバー 保険証番号 주민등록번호 병록번호 차트번호 등록번호`)

/** Words of samples, tissues and groups: a capitalized text with one of them names no person. */
const sampleWords = new Set(
  words(`sample control ctrl case treated untreated treatment vehicle placebo patient donor mouse rat group liver blood brain skin
    kidney lung heart muscle plasma serum tissue tumor tumour normal healthy pool blank qc plate well library cell cells line probe
    kontrolle contrôle control campione amostra muestra échantillon day week month baseline visit`).map(
    foldText,
  ),
)
const surnames = `王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚張劉陳楊趙黃吳孫馬羅鄭謝韓馮許蘇盧葉鍾譚鄒陸賀賴龔`
const koreanSurnames =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추'
const particles = 'de|da|do|dos|del|della|di|van|von|der|den|ter|la|le|bin|ibn|al|el'
const namePart = `\\p{Lu}[\\p{L}'’.-]*`
/** `Anna Müller`, `Müller, Anna`, `Jan van der Berg`, `山田 太郎`. */
const fullName = new RegExp(
  `^${namePart}\\p{L}(?:,? (?:(?:${particles}) )*${namePart}){1,3}$|^\\p{Script=Han}{1,3}[ \u3000]\\p{Script=Han}{1,3}$`,
  'u',
)
const singleName = /^\p{Lu}\p{Ll}{2,}$/u
const asianName = new RegExp(
  `^[${surnames}]\\p{Script=Han}{1,2}$|^[${koreanSurnames}]\\p{Script=Hangul}{2}$`,
  'u',
)
const anyAsianName = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u

/** Most of the cells; a few may be blank or typed otherwise. */
const minShare = 0.8

function areNames(cells: readonly string[], isOpen: boolean): boolean {
  const filled = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))]
  // One or two names are not enough unless the header is one for names.
  if (filled.length === 0 || (filled.length < 3 && !isOpen)) return false
  const isName = (cell: string): boolean =>
    !headerWords(cell).some((word) => sampleWords.has(word)) &&
    (fullName.test(cell) ||
      asianName.test(cell) ||
      (isOpen && (singleName.test(cell) || anyAsianName.test(cell))))
  const names = filled.filter(isName)
  if (names.length < filled.length * minShare) return false
  // The names of people repeat few words; “Liver Old A” and “Liver Old B” do.
  const firsts = new Set(names.map((name) => name.split(/[ \u3000,]+/)[0]))
  return isOpen || names.some((name) => anyAsianName.test(name)) || firsts.size >= names.length * 0.6
}

/** Returns `names` for a column of people's names, `identifiers` for numbers that identify people, and null for neither. */
export function personalKind(header: string, cells: readonly string[]): 'names' | 'identifiers' | null {
  const name = normalizeHeader(header)
  if (nameHeaders.has(name)) return 'names'
  if (identifierHeaders.has(name)) return 'identifiers'
  return areNames(cells, openHeaders.has(name)) && !isGroupOrTissue(name) ? 'names' : null
}

const otherFields = new Set(
  ['group', 'tissue', 'treatment', 'species', 'strain', 'disease'].flatMap((field) =>
    (synonyms[field] ?? []).map(normalizeHeader),
  ),
)
const isGroupOrTissue = (name: string): boolean => otherFields.has(name)
