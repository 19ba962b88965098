import type { Sentences } from './translator.ts'

/** Sentences of the services in Chinese, room by room. */
export const zhCN: Sentences = {}
