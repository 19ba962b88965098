import * as areas from './en/messages.ts'

/** The English texts of messages. */
export const english = { language: 'en' as const, areas }
