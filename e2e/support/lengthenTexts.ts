import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseSync } from 'vite'
import { wordsOfPage } from '../../lint/pageWords.ts'
import { projectRoot } from './hosts.ts'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const accents: Record<string, string> = { a: 'å', e: 'é', i: 'ï', o: 'ö', u: 'ü', c: 'ç', n: 'ñ', y: 'ÿ' }
/** The placeholders of i18next. */
const placeholders = /(\{\{[^}]*\}\}|\$t\([^)]*\))/

/** Returns a text of accented words that are 40% longer, in brackets that reveal a cut text. */
export function toLonger(text: string): string {
  const longer = text
    .split(placeholders)
    .map((part) => (placeholders.test(part) ? part : part.replace(/\p{L}+/gu, lengthenWord)))
    .join('')
  return `[${longer}]`
}

function lengthenWord(word: string): string {
  const accented = word.replace(/[aeioucny]/g, (letter) => accents[letter] ?? letter)
  return accented + (accented.at(-1) ?? '').toLowerCase().repeat(Math.ceil(word.length * 0.4))
}

/**
 * Makes the page show longer English in place of Chinese from its next load on, because the app has no such language.
 * Chinese texts are recognized by their characters anywhere in the build.
 */
export async function lengthenTexts(page: Page): Promise<void> {
  const words = await wordsOfPage()
  const longer = new Map<string, string>()
  pair(words.getDataByLanguage('en'), words.getDataByLanguage('zh-CN'), longer)
  await page.route('**/assets/*.js', async (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    const source = await readFile(join(projectRoot, 'out/renderer/assets', name), 'utf8')
    if (!/\p{Script=Han}/u.test(source)) return route.continue()
    return route.fulfill({ contentType: 'text/javascript', body: replaceTexts(source, longer) })
  })
  await page.reload()
}

/** Maps each Chinese text to the longest English one with that translation. */
function pair(english: unknown, chinese: unknown, longer: Map<string, string>): void {
  if (typeof chinese === 'string') {
    if (!/\p{Script=Han}/u.test(chinese)) return
    const lengthened = toLonger(typeof english === 'string' ? english : chinese)
    // A Han character tells helpers that wait for Chinese that the language has changed.
    const marked = chinese === '主页' ? `${lengthened}々` : lengthened
    if (marked.length > (longer.get(chinese)?.length ?? 0)) longer.set(chinese, marked)
    return
  }
  for (const [key, value] of Object.entries(chinese ?? {}))
    pair((english as Record<string, unknown> | undefined)?.[key], value, longer)
}

function replaceTexts(source: string, longer: ReadonlyMap<string, string>): string {
  const found: { start: number; end: number; text: string }[] = []
  const visit = (node: Node): void => {
    const original = textOf(node)
    const text = original === null ? undefined : (longer.get(original) ?? replaceInJson(original, longer))
    if (text !== undefined) found.push({ start: node.start, end: node.end, text })
    else
      for (const value of Object.values(node))
        for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync('page.js', source).program as unknown as Node)
  return found
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (all, { start, end, text }) => all.slice(0, start) + JSON.stringify(text) + all.slice(end),
      source,
    )
}

/** The build stores the texts of a screen as one JSON string. */
function replaceInJson(text: string, longer: ReadonlyMap<string, string>): string | undefined {
  if (!text.startsWith('{"')) return undefined
  const lengthened: unknown = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? (longer.get(value) ?? value) : value,
  )
  return JSON.stringify(lengthened)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral' || (node['expressions'] as Node[]).length > 0) return null
  return (node['quasis'] as { value: { cooked: string } }[])[0]?.value.cooked ?? null
}
