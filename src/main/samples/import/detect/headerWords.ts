import { words } from './synonyms.ts'

/** Folds case, accents, and letters that Unicode does not decompose, so that “Âge”, “ÂGE” and “age” are one word. */
export const foldText = (text: string): string =>
  isAscii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[ıłøß]/g, (letter) => ({ ı: 'i', ł: 'l', ø: 'o', ß: 'ss' })[letter] ?? letter)

/** Most headers are, and folding one of them is its lower case. */
const isAscii = /^[ -~]*$/

/** The words of a header in folded form; “SampleID”, “sample_id” and “Sample ID” have the same two. */
export const headerWords = (header: string): string[] =>
  foldText(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/\p{L}+/gu) ?? []

const ageUnits = ['years', 'months', 'weeks', 'days'] as const
export type AgeUnit = (typeof ageUnits)[number]

/** Words for units of age in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Turkish, Czech, Swedish, Danish, Chinese, Japanese and Korean. */
const ageUnitWords: Readonly<Record<AgeUnit, readonly string[]>> = {
  years:
    words(`year years yr yrs y yo jahr jahre jahren an ans année années ano año anos años anni anno jaar jaren rok roku
    lata lat latach год года лет годах г yıl yaşında roky let år 年 岁 歳 歲 才 세 살 년`),
  months:
    words(`month months mo mos mth mths mon m monat monate monaten mois mes meses mese mesi mês maand maanden miesiąc
    miesiące miesięcy miesiącach mies мес месяц месяца месяцев месяцах ay aylık měsíc měsíce měsíců månad månader måned måneder 月 月龄 个月 個月
    月齡 月齢 か月 ヶ月 カ月 개월 개월령 달 월 월령`),
  weeks:
    words(`week weeks wk wks w woche wochen semaine semaines sem semana semanas settimana settimane weken tydzień tygodnie
    tygodni tygodniach tyg нед неделя недели недель неделях hafta haftalık týden týdny týdnů vecka veckor uge uger uke uker 周 周龄 週 週齡 週齢
    週間 星期 주 주령`),
  days: words(`day days d tag tage tagen jour jours j día días dia dias giorno giorni dag dagen dzień dni dniach день дня дней днях дн сут
    суток gün günlük den dny dní dagar dage 天 日 日龄 日齡 日齢 일 일령`),
}

const unitByWord: ReadonlyMap<string, AgeUnit> = new Map(
  ageUnits.flatMap((unit) => ageUnitWords[unit].map((word) => [foldText(word), unit] as const)),
)

/** The unit that one word names, in folded form. */
export const unitOfWord = (word: string): AgeUnit | undefined => unitByWord.get(word)

const fillers =
  words(`of the at in on for a by to from when as is de der die das des dem im am zum bei von la le les du l d en au
  aux el los las del al y di della dell alla il lo do da dos em no na ao van het op w z przy chwili momencie в на при от по момент
  のの bij ved vid pri alle all の 的 時 时 時点 의 시 당시`)
const idWords =
  words(`id ids identifier identifiers uid no nr nrs num number numbers code codes label labels key ref reference tag n
  nummer kennung kürzel identifiant numéro código codice identificador identificativo número numero numer kod identyfikator
  oznaczenie номер код идентификатор шифр numarası numara kodu číslo kode 编号 号 代码 编码 标识 号码 編號 號 代號 番号 コード 번호
  코드 아이디`)
const nameWords =
  words(`name names title bezeichnung nom nombre nome naam nazwa название наименование adı namn navn 名称 名 名稱
  명 이름`)
const people =
  words(`donor subject patient participant individual infant host spender patienten probanden proband donneur sujet donante
  sujeto paciente donatore soggetto paziente doador sujeito pacjenta pacjent dawcy uczestnika пациента донора испытуемого hasta
  hastanın 患者 供体 受试者 病人 被験者 환자 대상자`)
const animals = words(
  `animal mouse mice rat rats tier maus tiere animale zwierzęcia животного мыши 动物 小鼠 大鼠 動物`,
)
const samples =
  words(`sample samples proben échantillon muestra campione amostra monster próbki образца örnek numune 样本 样品 標本
  検体 샘플 시료 검체`)
const takingWords =
  words(`sampling sampled collection collected coll draw drawn blood visit harvest taken entnahme abnahme blutabnahme probenahme
  probenentnahme untersuchung prélèvement collecte recueil muestreo recogida toma extracción prelievo raccolta coleta colheita afname
  pobrania badania забора взятия сбора alım alma toplama odběru provtagning 采样 取样 采集 採樣 採集 采血 採取 採血 채취 채혈`)

/**
 * The words that headers of a field consist of: each word must be listed, and at least one must be a head. `weak` heads have
 * other uses too, and count only if the first rows fit the field. `needs`: the header must also contain one of these words.
 */
type Vocabulary = {
  head: readonly string[]
  beside: readonly string[]
  weak?: readonly string[]
  needs?: readonly string[]
}

const referenceHeads =
  words(`sample samples samp smp smpl specimen specimens biosample biosamples biospecimen probe proben
  échantillon échantillons prélèvement muestra muestras campione campioni amostra amostras monster monsters staal próbka próbki
  próbek образец образца проба пробы örnek numune vzorek vzorku prov prøve näyte 样本 样品 标本 樣本 樣品 標本 檢體 サンプル 検体
  試料 샘플 시료 검체`)
const weakReferenceHeads = words(
  `tube vial aliquot barcode record 条码 条形码 條碼 管号 バーコード 바코드 röhrchen пробирка probówka 试管 チューブ 튜브`,
)

const vocabularies = {
  client_reference: {
    head: referenceHeads,
    weak: weakReferenceHeads,
    beside: [
      ...fillers,
      ...idWords,
      ...nameWords,
      ...words('lab internal our own unique external study original full short biobank laboratory labor'),
    ],
  },
  donor_id: {
    head: words(`donor donors subject subjects subj pat infant infants newborn neonate patient patients participant participants individual individuals proband
      probanden spender patienten donneur sujet sujets donante sujeto paciente participante individuo donatore soggetto
      paziente doador sujeito deelnemer proefpersoon dawca dawcy pacjent pacjenta uczestnik uczestnika osobnik донор донора
      пациент пациента испытуемый участник hasta gönüllü katılımcı denek 供体 受试者 患者 病人 捐赠者 个体 ドナー 被験者
      患者 個体 参加者 공여자 피험자 환자 대상자 참가자 개체`),
    weak: words('animal animals mouse rat tier 动物 動物'),
    beside: [...fillers, ...idWords, ...words('study research studien')],
  },
  group: {
    head: words(`group groups grp arm arms gruppe gruppen groupe groupes bras grupo grupos gruppo gruppi groep groepen grupa
      группа grup grubu skupina grupp 组 组别 分组 組 組別 分組 群 群組 グループ 그룹 군`),
    beside: [
      ...fillers,
      ...idWords,
      ...nameWords,
      ...people,
      ...animals,
      ...samples,
      ...words(`study treatment treat experimental experiment exp test research condition clinical diagnostic diagnosis
        assigned assignment allocation randomization randomisation trial intervention exposure studien behandlungs
        versuchs behandlung traitement étude expérimental tratamiento estudio experimental trattamento studio sperimentale
        tratamento estudo behandel studie onderzoeks badana badawcza leczenia исследования лечения экспериментальная
        çalışma tedavi deney 实验 试验 处理 研究 治疗 实验 實驗 処置 実験 試験 治療 投与 실험 처리 치료 연구`),
    ],
  },
  age: {
    head: words(`age ages alter lebensalter edad età idade leeftijd wiek wieku возраст возрасте возраста yaş yaşı věk ålder alder
      ikä életkor 年龄 年齡 周龄 月龄 日龄 週齡 月齡 日齡 年齢 月齢 週齢 日齢 나이 연령 월령 주령 일령`),
    beside: [
      ...fillers,
      ...unitByWord.keys(),
      ...people,
      ...animals,
      ...samples,
      ...takingWords,
      ...words(`enrollment enrolment enrolled baseline recruitment study entry inclusion test testing scan imaging exam
        examination measurement assessment chronological chron calendar current actual exact numeric num value continuous
        completed attained einschluss aktuelles chronologisches kalendarisches inclusion chronologique inclusión cronológica
        cronologica cronológica chronologiczny хронологический обследования kronolojik 实际 生理年龄 歴`),
    ],
  },
  sex: {
    head: words(`sex gender geschlecht sexe sexo sesso genre género genere gênero geslacht sekse płeć пол cinsiyet cinsiyeti kön
      køn kjønn pohlaví spol sukupuoli 性别 性別 성별`),
    beside: [
      ...fillers,
      ...people,
      ...animals,
      ...samples,
      ...words(
        'biological reported self assigned birth chromosomal genetic biologisches biologique biológico 生理 生物学',
      ),
    ],
  },
  tissue: {
    head: words(`tissue tissues gewebe tissu tissus tejido tessuto tecido weefsel tkanka ткань doku organ órgano organo órgão
      orgaan narząd орган 组织 組織 臓器 器官 조직 장기`),
    beside: [
      ...fillers,
      ...samples,
      ...words(`type name source origin site body art typ tipo herkunft origine rodzaj тип вид türü tipi 类型 类別 来源 名称
        種類 종류`),
    ],
  },
  treatment: {
    head: words(`treatment treatments compound drug drugs behandlung traitement tratamiento trattamento tratamento behandeling
      leczenie лечение препарат обработка tedavi ilaç uygulama wirkstoff 处理 药物 治疗 處理 藥物 処置 薬剤 処理 처리 약물 치료`),
    beside: [...fillers, ...nameWords, ...words('applied given type study test tested')],
  },
  collected_at: {
    head: [],
    weak: words(
      `date dates dt datum data fecha дата tarih tarihi day tag tages dzień 日期 日 时间 時間 日時 날짜 일 일자`,
    ),
    needs: [
      ...takingWords,
      ...words(`sacrifice sacrificed sac sacced euthanasia biopsy necropsy dissection tötung opferung sacrificio
      sacrificação eutanasia ubicia эвтаназии 处死 剖検 안락사`),
    ],
    beside: [...fillers, ...people, ...animals, ...samples, ...words('time tube der')],
  },
  birth: {
    head: words(`birth dob birthdate birthday geburt geburts geburtsdatum geburtstag naissance nacimiento nascita nascimento geboorte
      geboortedatum urodzenia рождения doğum 出生 生日 誕生 生年月日 출생 생일 생년월일 born geboren né`),
    beside: [
      ...fillers,
      ...people,
      ...animals,
      ...words('date datum data fecha дата tarihi tarih day tag days 日期 年月日 日 일 일자'),
    ],
  },
  /** Columns that only sheets of animals have. */
  animal: {
    weak: words(
      'dam sire colony tank pen fish fly flies worm dog horse pig sheep goat cow rabbit hamster breeder',
    ),
    head: words(`mouse mice murine rat rats rodent animal animals pup pups litter litters cage cages homecage eartag strain substrain
      zebrafish monkey macaque maus mäuse
      ratte ratten tier tiere käfig wurf stamm souris raton ratón ratones animaux cage portée souche jaula camada cepa topo topi
      ratto ratti gabbia cucciolata ceppo camundongo gaiola ninhada linhagem muis muizen kooi nest dier mysz myszy szczur klatka
      miot zwierzę мышь мыши крыса клетка помет линия животное fare sıçan kafes hayvan 小鼠 大鼠 动物 動物 笼 籠 窝 窩 品系 鼠 マウス
      ラット ケージ 系統 飼育 생쥐 마우스 쥐 케이지 계통 동물`),
    beside: [
      ...fillers,
      ...idWords,
      ...nameWords,
      ...words('ear tag mark home sex weight model line background'),
    ],
  },
  /** Columns that name the unit of ages in another. */
  ageUnit: {
    head: words(`unit units uom einheit einheiten unité unités unidad unidades unità unidade unidades eenheid jednostka единица
      единицы birim birimi jednotka enhed enhet 单位 單位 単位 단위`),
    beside: [
      ...fillers,
      ...people,
      ...animals,
      ...words(`age ages alter edad età idade leeftijd wiek wieku возраст возраста yaş yaşı věk ålder time zeit temps tiempo tempo
        tijd czasu времени zaman 年龄 年齡 年齢 时间 나이 연령`),
    ],
  },
} as const satisfies Record<string, Vocabulary>

type VocabularyName = keyof typeof vocabularies

/** Events whose age is read as that of the sample, and noted, since the sample may have been taken at another one. */
const eventWords =
  words(`diagnosis diagnosed dx diag death died sacrifice sacrificed euthanasia surgery operation biopsy autopsy
  necropsy harvest dissection index event diagnose diagnosestellung tod todes sterbe diagnostic décès diagnóstico muerte
  fallecimiento sacrificio diagnosi morte decesso óbito overlijden diagnozy diagnozie rozpoznania rozpoznaniu zgonie śmierci zgonu диагноза диагнозе постановки постановке смерти
  tanı teşhis ölüm 诊断 确诊 死亡 处死 診斷 診断 진단 사망`)

/** Ages of something else than the sample's donor at sampling, and classes of ages. */
const otherAgeWords =
  words(`onset mother father maternal paternal parental gestational bone group groups range class category cat
  band bin epigenetic biological dnam horvath hannum phenoage grimage first last menopause menarche relapse recurrence progression
  transplant weaning vaccination injection gap acceleration difference diff predicted estimated adjusted log squared min max mean
  corrected matched gestations erkrankungs knochen mutter vater gruppe klasse 母亲 父亲 妊娠 発症 骨 组 段 群 層`)

type Compiled = {
  tokens: ReadonlySet<string>
  heads: ReadonlySet<string>
  weak: ReadonlySet<string>
  needs: ReadonlySet<string> | null
}

const toSet = (all: readonly string[]): ReadonlySet<string> => new Set(all.map(foldText))
const fillerWords = toSet(fillers)

function compile({ head, beside, weak = [], needs }: Vocabulary, others: readonly string[] = []): Compiled {
  return {
    tokens: toSet([...head, ...weak, ...beside, ...(needs ?? []), ...others]),
    heads: toSet([...head, ...weak]),
    weak: toSet(weak),
    needs: needs ? toSet(needs) : null,
  }
}

const compiled = new Map<string, Compiled>(
  Object.entries(vocabularies).map(([name, vocabulary]) => [name, compile(vocabulary)]),
)
const {
  client_reference: sampleWords,
  animal,
  ageUnit: unitWords,
} = Object.fromEntries(compiled) as Record<VocabularyName, Compiled>
const anyAge = compile(vocabularies.age, [...eventWords, ...otherAgeWords])
const events = toSet(eventWords)
const otherAges = toSet(otherAgeWords)

/** The longest word that is taken apart; German and Dutch compounds are shorter. */
const maxWordLength = 40
const isIdeographic = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

/**
 * The tokens that a word is made of, as “ageatdiagnosis” or “采样年龄” are; null if a part is left. A single Latin letter is
 * a token only as a whole word, and “im” or “dos” only between two others, so that “image” and “dosage” are no ages.
 */
function segment(word: string, tokens: ReadonlySet<string>): string[] | null {
  if (tokens.has(word)) return [word]
  if (word.length > maxWordLength) return null
  const least = isIdeographic(word) ? 1 : 2
  const fromEnd: (string[] | null)[] = Array.from({ length: word.length + 1 }, () => null)
  fromEnd[word.length] = []
  for (let at = word.length - least; at >= 0; at--)
    for (let end = word.length; end >= at + least; end--) {
      const rest = fromEnd[end]
      const token = word.slice(at, end)
      const isAtEdge = at === 0 || end === word.length
      if (!rest || !tokens.has(token) || (isAtEdge && least === 2 && fillerWords.has(token))) continue
      fromEnd[at] = [word.slice(at, end), ...rest]
      break
    }
  return fromEnd[0] ?? null
}

const hasDigit = /\d/

function parseWords(header: string, { tokens, heads }: Compiled): string[] | null {
  // A number makes a name of one of many: “Sample 1” is a column of values, not of names.
  if (header.length > 200 || hasDigit.test(header)) return null
  const parts: string[] = []
  for (const word of headerWords(header)) {
    const found = segment(word, tokens)
    if (found === null) return null
    parts.push(...found)
  }
  return parts.some((part) => heads.has(part)) ? parts : null
}

/** Matches a header against the words of a field: `length` counts its words; `isWeak`: its head has other uses too. Null if it does not match. */
export function matchHeader(header: string, field: string): HeaderMatch | null {
  // Numbered columns, such as “c (2)”, come with one name after another.
  if (last?.header !== header || last.field !== field)
    last = { header, field, match: findMatch(header, field) }
  return last.match
}

type HeaderMatch = { length: number; isWeak: boolean }
let last: { header: string; field: string; match: HeaderMatch | null } | null = null

function findMatch(header: string, field: string): HeaderMatch | null {
  const vocabulary = compiled.get(field)
  const parts = vocabulary ? parseWords(header, vocabulary) : null
  if (!vocabulary || parts === null) {
    const isEventAge = field === 'age' && !hasDigit.test(header) && classifyAgeHeader(header) === 'event'
    return isEventAge ? { length: 10, isWeak: false } : null
  }
  const { heads, weak, needs } = vocabulary
  if (needs && !parts.some((part) => needs.has(part))) return null
  const isWeak = parts.every((part) => !heads.has(part) || weak.has(part))
  return { length: parts.length, isWeak }
}

/** Fields that a header may name by its words, for telling a header from a row of data. */
const headerFields: readonly VocabularyName[] = ['client_reference', 'donor_id', 'group', 'age', 'sex']
export const namesAnyField = (header: string): boolean =>
  headerFields.some((field) => matchHeader(header, field)?.isWeak === false)

/**
 * Classifies a header that mentions an age: the age of the sample's donor (`sample`), the age at an event such as the diagnosis
 * (`event`), or an age of something else (`other`); null if it does not mention an age.
 */
export function classifyAgeHeader(header: string): 'sample' | 'event' | 'other' | null {
  const parts = parseWords(header, anyAge)
  if (parts === null) return mentionsAge(header) ? 'other' : null
  if (parts.some((part) => otherAges.has(part))) return 'other'
  return parts.some((part) => events.has(part)) ? 'event' : 'sample'
}

/** Ideographic headers have no blanks between words, and German compounds end in “alter”. */
const agePart = /年龄|年齡|年齢|月龄|周龄|日龄|月齢|週齢|日齢|나이|연령|(?:s|en)alter$/
const mentionsAge = (header: string): boolean =>
  headerWords(header).some((word) => anyAge.heads.has(word) || agePart.test(word))

/** True for a header with a word of animals, as “MouseID”, “litterid” or “Käfig-Nr.” have. */
export const mentionsAnimal = (header: string): boolean =>
  headerWords(header).some((word) =>
    segment(word, animal.tokens)?.some((part) => animal.heads.has(part) && !animal.weak.has(part)),
  ) || parseWords(header, animal) !== null

/** True for a header that contains a word for samples or their tubes, such as “Week 4 tube”. */
export const mentionsSample = (header: string): boolean =>
  headerWords(header).some((word) => sampleWords.heads.has(word))

/** Classifies a header of a unit column: `age` for units of ages or times (“age_unit”, “Unit[time unit]”, CDISC's “AGEU”), `any` for other units. Null for any other header. */
export function unitColumnKind(header: string): 'age' | 'any' | null {
  if (foldText(header.trim()) === 'ageu') return 'age'
  const parts = headerWords(header).flatMap((word) => segment(word, unitWords.tokens) ?? [word])
  if (!parts.some((part) => unitWords.heads.has(part))) return null
  return parts.some(
    (part) => !unitWords.heads.has(part) && unitWords.tokens.has(part) && !fillerWords.has(part),
  )
    ? 'age'
    : 'any'
}

const unitPrepositions = toSet(words('in en em w в'))

/**
 * The unit that a header of ages names, as “Age (weeks)”, “ageatdeathweeks” or “年龄（月）” do; null for none or several. A
 * unit is the first or last word, or follows the age or “in”: “age on the day of collection” names none.
 */
export function unitOfHeader(header: string): AgeUnit | null {
  const parts = headerWords(header).flatMap((word) => segment(word, anyAge.tokens) ?? [word])
  const named = new Set(
    parts.flatMap((part, index) => {
      const before = parts[index - 1] ?? ''
      const isUnit =
        index === 0 ||
        index === parts.length - 1 ||
        (part.length > 1 && (anyAge.heads.has(before) || unitPrepositions.has(before)))
      return (isUnit && unitByWord.get(part)) || []
    }),
  )
  return named.size === 1 ? ([...named][0] ?? null) : null
}
