import * as areas from './zh-CN/messages.ts'

/** The Chinese texts of messages. */
export const chinese = { language: 'zh-CN' as const, areas }
