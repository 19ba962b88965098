/** Splits a list of words as the tables of headers write them. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** A header without case, accents, spaces and punctuation. */
export const normalizeHeader = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Prefixes and suffixes that repositories add to the name of a column (SDRF's `Characteristics[age]`, GEO's `!Sample_title`,
 * `characteristics: age` and `age:ch1`), and the codes after a sex.
 */
const wrappers = [
  /^(?:characteristics?|factor ?values?|comment|parameter ?value|attribute)\s*\[(.+)\]$/i,
  /^!sample_(.+)$/i,
  /^characteristics?\s*:\s*(.+)$/i,
  /^(.+):ch\d$/i,
  /^(sex|gender|geschlecht|sexe|sexo|sesso|genre|género|genere|geslacht|płeć|пол|cinsiyet|性别|性別|성별)\s*[([（:].+$/iu,
  // A remark: “Sample (up to 20 letters)”, “Sample ID [second cohort]”.
  /^([^([]+?)\s*(?:\([^)]*\)|\[[^\]]*\])\s*$/,
]

/** Returns the folded names of a header: the whole header, and without the wrapper that a repository adds. */
export function normalizedHeaderNames(header: string): string[] {
  const inner = wrappers.flatMap((wrapper) => wrapper.exec(header.trim())?.[1] ?? [])
  return [...new Set([header, ...inner].map(normalizeHeader))]
}

/** The name of a column without what a repository writes around it. */
export const innerName = (header: string): string =>
  wrappers.flatMap((wrapper) => wrapper.exec(header.trim())?.[1] ?? [])[0] ?? header

/**
 * Header names for each field, without spaces and punctuation. Earlier names in a list match better. The fields of the
 * default form come first, then fields that profiles often add.
 */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  client_reference:
    words(`clientreference samplename sampleid samplecode sampleref samplereference samplelabel
    sample samplenumber sampleno sourcename reference barcode specimen specimenid specimenname id name probe probenname
    probennummer probenid proben rawsample sampletitle sampleaccession samplegeoaccession geoaccession geoaccessionexp gsm gsmid biosample
    biosampleid biosampleaccession extractname assayname libraryname libraryid runaccession commentenarun srr run title rowname sid recordid caseid studyid
    样本编号 样品编号 样本名称 样本名 样本 编号 样品 样品名称 样品名 样本号 样品号 標本 樣本編號 樣品編號 樣本名稱 樣本名 樣品名稱 樣品名 樣本 樣品 編號 檢體 檢體編號
    échantillon nomdéchantillon nomdeléchantillon numérodéchantillon idéchantillon codeéchantillon prélèvement
    muestra nombredemuestra nombremuestra idmuestra idmuestras códigodemuestra códigomuestra númerodemuestra
    campione nomecampione idcampione codicecampione numerocampione
    amostra nomedaamostra nomeamostra idamostra iddaamostra códigodaamostra códigoamostra
    monster monsternaam monsternummer monsterid
    サンプル サンプル名 サンプルid サンプル番号 検体 検体名 検体番号 検体id 試料 試料名 試料番号 試料id
    샘플 샘플명 샘플이름 샘플id 샘플번호 시료 시료명 시료번호 시료id 검체 검체명 검체번호 검체id`),
  donor_id:
    words(`donorid donor donorcode subjectid subject patientid patient participantid participant individual individualid
    animalid animal mouseid mouse ratid spender spenderid spendernummer patientennummer probandid proband
    供体编号 供体 受试者 患者编号 患者 供體編號 供體 捐贈者 受試者 患者編號 個體編號
    donneur iddonneur sujet idsujet participante individu numéropatient
    donante iddonante sujeto idsujeto paciente idpaciente individuo
    donatore iddonatore soggetto idsoggetto paziente idpaziente
    doador iddoador sujeito participante iddopaciente
    ドナー ドナーid 被験者 被験者id 被験者番号 患者id 患者番号 個体 個体番号 個体id
    공여자 기증자 환자 환자번호 환자id 피험자 대상자 개체번호`),
  group:
    words(`group groups arm condition cohort studyarm studygroup treatmentgroup experimentalgroup experimentgroup gruppe
    versuchsgruppe 分组 组别 实验组 分組 組別 實驗組 groupe bras grupo grupoexperimental gruppo grupodeestudo groep
    群 グループ 実験群 条件 그룹 군 실험군 집단 target status class label phenotype category casecontrol caseorcontrol casestatus
    diseasestatus zustand statut estado stato статус durum 类别 状态 表型`),
  age: words(`age ageyears ageinyears ageyrs agey donorage alter 年龄 年龄岁 ageweeks ageinweeks agewks agemonths
    ageinmonths agedays ageindays alterwochen altermonate altertage 周龄 月龄 日龄 agew agem agemo agewk ageyear ageyr ageatcollection
    ageatsampling agemonth ageweek ageday subjectage patientage hostage alterjahre alterinjahren 年齡 年齡歲 週齡 月齡 日齡
    âge âgeans âgeenannées âgemois âgesemaines âgejours edad edadaños edadenaños edadmeses edadsemanas edaddías
    età etàanni etàinanni etàmesi etàsettimane etàgiorni idade idadeanos idadeemanos idademeses idadesemanas idadedias
    leeftijd leeftijdjaar leeftijdjaren 年齢 年齢歳 月齢 週齢 日齢 나이 연령 나이세 연령세 나이개월 월령 주령 일령`),
  sex: words(`sex gender geschlecht 性别 sexatbirth biologicalsex hostsex 性別 sexe sexo sesso género genere gênero genre geslacht
    性 성별 성`),
  tissue:
    words(`tissue tissuetype organ sampletype specimentype material gewebe 组织 组织类型 organismpart tissueorigin bodysite
    tissuesource probenmaterial smts 組織 組織類型 tissu typedetissu tejido tipodetejido tessuto tecido tipodetecido weefsel
    臓器 組織名 조직 조직유형 장기`),
  treatment:
    words(`treatment compound drug substance intervention agent behandlung 处理 药物 化合物 treatments exposure wirkstoff
    處理 治療 藥物 traitement composé médicament tratamiento compuesto fármaco trattamento farmaco composto tratamento
    medicamento behandeling 処置 処理 薬剤 投与 처리 처치 약물 화합물`),
  collected_at:
    words(`collectedat collectedon collected collectiondate datecollected dateofcollection samplingdate
    sampledate date entnahmedatum datum 采集日期 采样日期 采集时间 日期 collectiontime samplecollectiondate dateofsampling
    probenahmedatum 採集日期 採樣日期 採檢日期 datedeprélèvement dateprélèvement datedecollecte fecha fechademuestreo
    fechaderecogida fechadetoma datadiprelievo dataprelievo dataraccolta datadacoleta datadecoleta datacoleta afnamedatum
    採取日 採血日 採取日時 日付 채취일 채취일자 채혈일 날짜 data`),
  species: words(
    `species organism taxon host hostspecies spezies organismus 物种 物種 espèce especie espécie specie soort 生物種 種 동물종 종`,
  ),
  strain: words(`strain mousestrain ratstrain stamm 品系 souche cepa ceppo linhagem 系統 계통`),
  genotype: words(`genotype genotyp 基因型 génotype genotipo genótipo 遺伝子型 유전자형`),
  batch: words(`batch batchid batchnumber lot plate charge batchno 批次 lote lotto バッチ ロット 배치 로트`),
  dose: words(`dose dosage concentration dosis konzentration 剂量 劑量 浓度 濃度 concentración concentrazione concentração dosi
    用量 投与量 濃度 용량 농도`),
  timepoint: words(`timepoint time zeitpunkt 时间点 時間點 tempsdeprélèvement tiempo tempo 時点 시점`),
  replicate: words(`replicate rep biologicalreplicate replikat 重复 重複 réplicat réplica replica 反復 반복`),
  disease:
    words(`disease diseasestate diagnosis krankheit diagnose 疾病 诊断 診斷 maladie diagnostic enfermedad diagnóstico malattia
    diagnosi doença 疾患 診断 질병 진단`),
  weight: words(`weight bodyweight gewicht körpergewicht 体重 體重 poids peso 체중`),
}

/** Names that are used for much else: they count where the first rows hold what the field is filled with. */
export const weakNames: ReadonlySet<string> = new Set(
  words(`data run title srr 性 군 種 time lot tempo animal mouse exposure host sid recordid caseid studyid target status class label
    phenotype category casecontrol caseorcontrol casestatus diseasestatus zustand statut estado stato статус durum 类别 状态 表型`),
)

const { group = [], treatment = [], strain = [], genotype = [] } = synonyms

/**
 * Names of columns that distinguish donors. `home`: where an animal or a human donor comes from or lives, with donors
 * numbered within it; `trait`: properties that never change; `design`: properties that one donor may have two of,
 * unless donors are numbered separately in each.
 */
export const donorColumnNames: Readonly<Record<'home' | 'birth' | 'trait' | 'design', readonly string[]>> = {
  home: words(`cage cageid cagenumber cageno homecage litter litterid litternumber litterno pen tank tankid family familyid
    pedigree käfig wurf 笼号 籠號 窝 窝别 ケージ ケージ番号 케이지 jaula gabbia portée camada cucciolata`),
  birth:
    words(`birthdate birthday dateofbirth dob geburtsdatum geburtstag 出生日期 生日 生年月日 생년월일 datedenaissance
    fechadenacimiento datadinascita datadenascimento geboortedatum`),
  trait: [...strain, ...genotype, ...words('species organism taxon')],
  design: [
    ...group.filter((name) => !weakNames.has(name)),
    ...treatment,
    ...words(`batch batchid batchnumber batchno 批次 site siteid center centre hospital clinic lab laboratory institution colony
      study studyid experiment diet vaccine infection antibiotic antibiotics abx 中心 医院 醫院`),
  ],
}

/** Words that samples are divided by. A column of few values with one of them is read as the group. */
export const groupWords: ReadonlySet<string> = new Set(
  words(`case cases control controls ctrl ctl cntrl treated untreated treatment vehicle placebo sham naive naïve healthy hc disease
    diseased patient patients wt ko wildtype mutant mut exposed unexposed infected uninfected mock stimulated unstimulated responder
    nonresponder kontrolle kontrollgruppe behandelt unbehandelt gesund krank fall témoin témoins contrôle traité traitée sain malade cas
    tratado tratada caso sano controllo trattato controle tratado kontrola leczony leczona zdrowy chory контроль опыт лечение больной
    здоровый kontrol hasta sağlıklı 对照 对照组 實驗組 实验组 治疗组 病例 病例组 健康 患者 対照 対照群 投与 投与群 健常 대조군 실험군 정상`).map(
    normalizeHeader,
  ),
)
