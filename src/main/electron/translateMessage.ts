import type { Language } from '../../shared/words/language.ts'

/** A sentence of the services in the language of the window. The words are read only where they are wanted. */
export async function translateMessage(language: Language, message: string): Promise<string> {
  if (language === 'en') return message
  const [{ createTranslator }, { zhCN }] = await Promise.all([
    import('../../shared/words/translator.ts'),
    import('../../shared/words/zhCN.ts'),
  ])
  return createTranslator(zhCN)(message)
}
