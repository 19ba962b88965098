import { describe, expect, it } from 'vitest'
import { createTranslator } from '../src/shared/messages/translator.ts'
import { joined } from '../src/shared/messages/zh/joined.ts'
import { zod } from '../src/shared/messages/zh/zod.ts'
import { sentences, zhCN } from '../src/shared/messages/zhCN.ts'
import { sentencesIn, stringsOf } from './sentences.ts'

/** Rooms whose words never come to a screen as they are, each with why. */
const leftOut: readonly (readonly [RegExp, string])[] = [
  [
    /^src\/main\/(hosts\/cli\/|cli\.ts|headless\.ts|start\/(unsupportedNode|startHeadless)\.ts)/,
    'the command line is English',
  ],
  [/^src\/main\/store\//, 'SQL'],
  [/^src\/main\/export\/methods\//, 'has its own words in both languages'],
  [
    /^src\/main\/app\/problemReports\/(redaction|crashReports|reportSections)\.ts/,
    'the report for those who look after the app',
  ],
  [
    /^src\/main\/api\/(conventions|connectionCheck\/markdown)\.ts/,
    'for the command line and the saved report',
  ],
  [/^src\/main\/samples\/import\/detect\/synonyms\.ts/, 'names of columns, and words of cells'],
  [/^src\/main\/hosts\/(builtPages\.ts|loopback\/(eventStream|sockets)\.ts)/, 'headers of HTTP'],
  [/^src\/shared\/messages\//, 'the words themselves'],
]

/** Strings with a blank that nobody reads on a screen, or that are parts of what `joined` has whole. */
const notShown: ReadonlySet<string> = new Set([
  'id {0}',
  'name {0}',
  'names of {0}',
  'capsule {0} {1}',
  'Pathclock {0}',
  'Pathclock {0}, {1}',
  'attachment; filename="{0}"; filename*=UTF-8\'\'{1}',
  'Pathclock keychain',
  'keychain: {0}',
  'TRUE or FALSE',
  'Row name',
  'Bearer {0}',
  'Basic {0}',
  'read:sample read:pathway write:screening read:drug',
  'SQLite format 3\u0000',
  'Packed numbers end in the middle of one.',
  'activity: {0}; aging_offset: {1}',
  'z reference of {0}',
  'n {0}, mean {1}, SD {2}',
  'n {0}, mean {1}, SD {2}; no z: {3}',
  '{0} and {1}',
  // In the notes of an exported table, which are English.
  'nothing was fetched',
  '{0} samples, named by their ids',
  'text: {0}',
  'all samples of the register',
  'samples of the register with {0}',
  '{0}, but for {1}',
  'said in each row',
  'those of the list {0}',
  '{0} drugs, named by their ids',
  'all cached drugs',
  'cached drugs with {0}',
  // In the file of a table's columns, which is English as the columns' names are.
  'Name of the column.',
  'text, number, integer, boolean, time (ISO 8601, UTC) or mixed (numbers and texts).',
  'Unit of the numbers; empty: there is none; “not documented”: the service does not say.',
  'What stands in it.',
])

const { prose, strings } = sentencesIn(['src/main', 'src/shared', 'src/renderer/client'], (file) =>
  leftOut.some(([pattern]) => pattern.test(file)),
)
const isOfJoined = (key: string): boolean => Object.keys(joined).some((sentence) => isPartOf(key, sentence))

function isPartOf(key: string, sentence: string): boolean {
  const parts = key.split(/\{\d+\}/).filter((part) => part.trim().length > 3)
  return parts.length > 0 && parts.every((part) => sentence.includes(part.trim()))
}

const placeholdersOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .replace(/[!,]\}/g, '}')
        .replace(/\{\d+:[^}]*\}/g, '')
        .match(/\{\d+\}/g),
    ),
  ].sort()

const isMarked = (text: string, at: number): boolean => new RegExp(`\\{${at}[!,]\\}`).test(text)
const isQuoted = (text: string, at: number): boolean => new RegExp(`[“"]\\{${at}\\}[”"]`).test(text)
const filled = (text: string, value: (at: number) => string): string =>
  text.replace(/\{(\d+)[!,]?\}/g, (_, at: string) => value(Number(at)))

/** Messages with a plural are found by their template alone. */
const recognised = Object.entries(sentences).filter(([english]) => !/\{\d+:/.test(english))

describe('sentences of the services', () => {
  it('are all in the Chinese catalogue', () => {
    const missing = prose
      // What holds Chinese is a list of words of cells, or is in both languages at once.
      .filter(({ key }) => !/\p{Script=Han}/u.test(key))
      .filter(({ key }) => !Object.hasOwn(zhCN, key) && !notShown.has(key) && !isOfJoined(key))
      .map(({ key, file, line }) => `${file}:${line} ${key}`)
    expect(missing).toEqual([])
    expect(prose.length).toBeGreaterThan(800)
  })

  it('stand in the source, each of the catalogue', () => {
    const foreign = { ...joined, ...zod }
    expect(Object.keys(zhCN).filter((key) => !strings.has(key) && !Object.hasOwn(foreign, key))).toEqual([])
    expect([...notShown].filter((key) => !strings.has(key))).toEqual([])
  })

  it('have the same values in both languages, and are Chinese', () => {
    for (const [english, chinese] of Object.entries(sentences)) {
      expect(placeholdersOf(chinese), english).toEqual(placeholdersOf(english))
      expect(chinese, english).toMatch(/\p{Script=Han}|^Pathclock \{0\}。$|^\{0\}，?$/u)
      expect(chinese, english).not.toMatch(/\p{Script=Han}[,;?!]\p{Script=Han}/u)
    }
  })

  it('are recognised when their values stand in them, as themselves and not as another one', () => {
    const translate = createTranslator(sentences)
    const values = ['7', 'S-1.csv', '肝脏 样本', 'β2']
    const wrong = recognised.flatMap(([english, chinese]) => {
      const withValues = (text: string) => filled(text, (at) => values[at % values.length] ?? '')
      const translated = translate(withValues(english))
      return translated === withValues(chinese) ? [] : [`${english} → ${translated}`]
    })
    expect(wrong).toEqual([])
  })

  it.each(['read', 'a. B', 'the disk is full', 'Nobody. Else. Too', 'done: read', 'x and 3 more'])(
    'leave a name as it is, whatever it reads like: %s',
    (name) => {
      const translate = createTranslator(sentences)
      const wrong = recognised.flatMap(([english, chinese]) => {
        const isOwn = (at: number): boolean => isMarked(chinese, at) || isQuoted(english, at)
        if (!placeholdersOf(english).some((_, at) => isOwn(at))) return []
        const withValues = (text: string) => filled(text, (at) => (isOwn(at) ? name : '7'))
        const translated = translate(withValues(english))
        return translated === withValues(chinese) ? [] : [`${english} → ${translated}`]
      })
      expect(wrong).toEqual([])
    },
  )

  it('are found in templates, in both ways of a condition, and in what is joined', () => {
    const source = `
      const a = (n: number, late: boolean) => new Failure('file', \`The file \${n} is \${late ? 'too late' : \`in \${n} s\`}. \${why()}\`)
      const b = 'One sentence ' + 'in two parts.'
      log.write('info', 'nobody reads this one')
      const c = { en: 'Both of them', 'zh-CN': '两者' }`
    expect(stringsOf(source, 'planted.ts').map(({ key }) => key)).toEqual([
      'file',
      'The file {0} is too late.',
      'The file {0} is in {1} s.',
      'One sentence in two parts.',
    ])
  })
})
