import { Failure } from '../../shared/contract/failures.ts'
import type { Mapping } from '../../shared/domain/importing.ts'
import type { OrderField } from '../../shared/domain/sample.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Header names that stand for a field, folded; the earlier in a list, the better the match. */
const synonyms: Record<OrderField, readonly string[]> = {
  client_reference:
    words(`clientreference samplename sampleid samplecode sampleref samplereference samplelabel
    sample samplenumber sampleno reference barcode specimen specimenid id name probe probenname probennummer
    样本编号 样品编号 样本名称 样本 编号`),
  donor_id:
    words(`donorid donor donorcode subjectid subject patientid patient participantid participant individual
    animalid mouseid spender 供体编号 供体 受试者 患者编号 患者`),
  group: words(`group arm condition cohort studyarm studygroup treatmentgroup gruppe 分组 组别 实验组`),
  age: words(`age ageyears ageinyears ageyrs agey donorage alter 年龄 年龄岁`),
  sex: words(`sex gender geschlecht 性别`),
  tissue: words(`tissue tissuetype organ sampletype specimentype material gewebe 组织 组织类型`),
  treatment: words(`treatment compound drug substance intervention agent behandlung 处理 药物 化合物`),
  collected_at:
    words(`collectedat collectedon collected collectiondate datecollected dateofcollection samplingdate
    sampledate date entnahmedatum datum 采集日期 采样日期 采集时间 日期`),
}

const fieldNames = Object.keys(synonyms) as OrderField[]

/** A header without case, accents, spaces and punctuation. */
const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The place of each folded name in the list of a field's synonyms. */
const places = new Map(
  fieldNames.map((field) => [field, new Map(synonyms[field].map((name, place) => [fold(name), place]))]),
)

/** The field that each column most likely holds, by its name; no field is given to two columns. */
export function suggestMapping(columns: readonly string[]): Mapping {
  const chosen = new Map<string, OrderField>()
  const named = columns.map((column) => ({ column, folded: fold(column) }))
  for (const field of fieldNames) {
    const candidates = named
      .flatMap(({ column, folded }) => {
        const place = places.get(field)?.get(folded)
        return place === undefined || chosen.has(column) ? [] : [{ column, place }]
      })
      .sort((a, b) => a.place - b.place)
    const best = candidates[0]
    if (best) chosen.set(best.column, field)
  }
  return Object.fromEntries(columns.map((column) => [column, chosen.get(column) ?? null]))
}

/** A column of the file that is sent. `index`: its place in a record. */
export type MappedColumn = { column: string; field: OrderField; index: number }

/** The columns that a mapping sends. Throws `rejected` for one that cannot be used, and says how to mend it. */
export function toMappedColumns(columns: readonly string[], mapping: Mapping): MappedColumn[] {
  const problems: { field: string; message: string }[] = []
  const known = new Set(columns)
  for (const column of Object.keys(mapping))
    if (!known.has(column)) problems.push({ field: column, message: 'is no column of this file' })
  const mapped = columns.flatMap((column, index) => {
    const field = Object.hasOwn(mapping, column) ? mapping[column] : null
    return field ? [{ column, field, index }] : []
  })
  for (const field of fieldNames) {
    const sharing = mapped.filter((entry) => entry.field === field).map((entry) => entry.column)
    if (sharing.length > 1)
      problems.push({ field, message: `is given to several columns (${sharing.join(', ')}): choose one` })
  }
  if (!mapped.some((entry) => entry.field === 'client_reference'))
    problems.push({
      field: 'client_reference',
      message: 'needs a column: choose the one that names each sample',
    })
  if (problems.length === 0) return mapped
  const sentence = problems.map(({ field, message }) => `“${field}” ${message}`).join('; ')
  throw new Failure('rejected', `The columns cannot be sent like this: ${sentence}.`, { problems })
}
