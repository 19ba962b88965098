import * as screens from '../../../shared/words/zh-CN/screens.ts'

/**
 * The Chinese texts of the page. The build writes them into a file of their own, see build/page.ts. A copy, because i18next
 * adds to its texts.
 */
export const words = { ...screens }
