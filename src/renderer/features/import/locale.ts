import { en } from './localeEn.ts'
import { zh } from './localeZh.ts'

/** Words of the import wizard; namespace `import`. */
export const locale = { en, 'zh-CN': zh } as const
