import { en } from './localeEn.ts'
import { zh } from './localeZh.ts'

/** Words of the help and of reporting a problem; namespace `help`. */
export const locale = { en, 'zh-CN': zh }
