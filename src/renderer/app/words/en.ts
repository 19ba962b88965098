import { wordsIn } from './namespaces.ts'

/** The build writes these words alone into a file, see build/page.ts. */
export const words = wordsIn('en')
