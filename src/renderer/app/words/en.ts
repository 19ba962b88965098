import { wordsIn } from './namespaces.ts'

/** The build writes these texts into a file of their own, see build/page.ts. */
export const words = wordsIn('en')
