import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { parseWrittenAge } from './ageUnits.ts'
import { matchingDayFormats } from './days.ts'
import { createMissingWords } from './missingWords.ts'
import { checkSex } from './sexes.ts'

const isYesOrNo = (text: string): boolean => /^(yes|no|y|n|true|false)$/i.test(text)
const isNumber = (text: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(text)

/** Whether the first cells of a column are what a field is filled with; names have to be there and be different. */
export function canHold(rule: FieldRule, cells: readonly string[]): boolean {
  const { type } = rule
  const missing = createMissingWords(rule)
  const texts = cells.map((cell) => (missing.has(cell) ? '' : cell.trim()))
  const filled = texts.filter((text) => text !== '')
  if (filled.length === 0) return false
  switch (type) {
    case 'reference':
      return filled.length === texts.length && new Set(texts).size === texts.length
    case 'age':
      return filled.every((text) => isNumber(text) || parseWrittenAge(text)?.kind === 'age')
    case 'number':
      return filled.every(isNumber)
    case 'sex':
      return filled.every((text) => checkSex(text).value !== undefined)
    case 'day':
      return matchingDayFormats(filled).length > 0
    default:
      // “yes” below “animal” says that it was one, not which.
      return rule.field !== 'donor_id' || !filled.every(isYesOrNo)
  }
}

/** What cBioPortal and TCGA have as the type of a sample. */
const kindOfSample =
  /^(?:(?:unknown|solid|blood|adjacent|matched|primary|metastatic|recurrent)[ _-]?(?:tissue )?)?(?:primary|metasta\w*|normal|tumou?r|recurren\w*|case|control|blank|qc|pool\w*|dna|rna|cfdna|protein|cell ?line)$/i

/** Whether cells name the kind of each sample (primary, normal, DNA), and no tissue. */
export function areKindsOfSample(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => kindOfSample.test(cell))
}
