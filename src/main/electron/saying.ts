import type { Language } from '../../shared/words/language.ts'

/** A sentence of the services in the language of the window. The words are read only where they are wanted. */
export async function sayIn(language: Language, english: string): Promise<string> {
  if (language === 'en') return english
  const [{ createTranslator }, { zhCN }] = await Promise.all([
    import('../../shared/words/translator.ts'),
    import('../../shared/words/zhCN.ts'),
  ])
  return createTranslator(zhCN)(english)
}
