import { en } from './localeEn.ts'
import { zh } from './localeZh.ts'

/** Words of the export dialog; namespace `export`. */
export const locale = { en, 'zh-CN': zh }
