import * as screens from '../../../shared/words/en/screens.ts'

/**
 * The English texts of the page. The build writes them into a file of their own, see build/page.ts. A copy, because i18next
 * adds to its texts.
 */
export const words = { ...screens }
