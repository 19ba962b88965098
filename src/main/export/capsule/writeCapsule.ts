import { createHash } from 'node:crypto'
import { rejected } from '../../../shared/contract/failures.ts'
import type { ReportLanguage } from '../../../shared/domain/studies/documents.ts'
import { csvLine } from '../../../shared/format/csvLine.ts'
import { message } from '../../../shared/words/message.ts'
import { type ZipFile, zipFiles } from '../../archive/zip.ts'
import type { CollectedStudy, StudyFigure } from '../documents/collectStudy.ts'
import {
  answerFiles,
  type CapsuleDeps,
  importFiles,
  jsonFile,
  listing,
  registerFile,
  statisticsFiles,
  tableFiles,
  textFile,
  toQuestionsFile,
  toStudyFile,
  toText,
} from './capsuleFiles.ts'
import {
  byPath,
  capsuleFormat,
  capsuleVersion,
  type Manifest,
  manifestPath,
  questionsPath,
  studyPath,
} from './capsuleRecords.ts'

/** Yields the bytes of a capsule, the same for the same study and `madeAt`. Throws `rejected` above 4 GB. */
type WriteCapsule = (
  collected: CollectedStudy,
  language: ReportLanguage,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>

/** Writes a study with all the data behind its numbers. Files are generated while they are written. */
export function createWriteCapsule(deps: CapsuleDeps): WriteCapsule {
  return async function* (collected, language, signal) {
    const listed: Manifest['files'] = []
    const archive = createHash('sha256')
    let bytes = 0
    async function* files(): AsyncGenerator<ZipFile> {
      const counted = { answers: 0 }
      for await (const file of filesOf(deps, collected, language, counted, signal)) {
        signal.throwIfAborted()
        yield { ...file, chunks: listing(file, listed, signal) }
      }
      async function* manifest() {
        const before = { bytes, sha256: archive.copy().digest('hex') }
        yield toText(manifestOf(collected, { ...counted, files: listed.sort(byPath), archive: before }))
      }
      yield { path: manifestPath, chunks: manifest(), stored: true }
    }
    for await (const chunk of zipFiles(files(), tooLarge)) {
      signal.throwIfAborted()
      archive.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
}

async function* filesOf(
  deps: CapsuleDeps,
  collected: CollectedStudy,
  language: ReportLanguage,
  counted: { answers: number },
  signal: AbortSignal,
): AsyncGenerator<ZipFile> {
  yield textFile('README.txt', readme(collected))
  const { html, figures } = await deps.makeReport(collected, language, signal)
  yield textFile('viewer.html', html)
  yield* methodFiles(deps, collected)
  yield* tableFiles(deps, collected)
  yield* storedDataFiles(deps, collected, counted)
  yield await pathwaysFile(deps, collected)
  if (collected.record) yield jsonFile(studyPath, toStudyFile(collected.record, collected.boards))
  if (collected.questions.length > 0) yield jsonFile(questionsPath, toQuestionsFile(collected.questions))
  yield* statisticsFiles(collected)
  yield* figureFiles(figures)
}

/** Yields the stored data, without results that arrive while it is written. */
async function* storedDataFiles(
  { sources }: CapsuleDeps,
  collected: CollectedStudy,
  counted: { answers: number },
): AsyncGenerator<ZipFile> {
  const { close, ...stores } = await sources.openSnapshot()
  try {
    yield registerFile(stores, collected)
    yield* importFiles(stores, collected)
    yield* answerFiles(stores, collected, counted)
  } finally {
    await close()
  }
}

async function* methodFiles(
  { writeMethods }: CapsuleDeps,
  collected: CollectedStudy,
): AsyncGenerator<ZipFile> {
  const { text, r, python } = writeMethods(collected, 'en')
  yield textFile('methods/methods.en.md', text)
  yield textFile('methods/methods.zh-CN.md', writeMethods(collected, 'zh-CN').text)
  yield textFile('methods/recompute.R', r)
  yield textFile('methods/recompute.py', python)
}

/** Returns the groups of pathway names, so that a reader of the capsule joins the same ones. */
async function pathwaysFile({ sources }: CapsuleDeps, { values }: CollectedStudy): Promise<ZipFile> {
  const known = new Set(
    [values.activity, values.aging_offset].flatMap(({ pathways, joined }) => [
      ...pathways,
      ...joined.flatMap(({ names }) => names),
    ]),
  )
  const groups = (await sources.pathwayGroups())
    .filter(({ names }) => names.length > 1 && names.some((name) => known.has(name)))
    .map(({ names }) => names)
  return jsonFile('pathways.json', { groups })
}

function* figureFiles(figures: readonly StudyFigure[]): Generator<ZipFile> {
  for (const { name, svg, data } of figures) {
    yield textFile(`figures/${name}.svg`, svg)
    yield textFile(
      `figures/${name}.csv`,
      [data.columns, ...data.rows].map((cells) => csvLine(cells.map(orNull), ',', '""')).join('\r\n'),
    )
  }
}

const orNull = (cell: string | number | null) =>
  typeof cell === 'number' && !Number.isFinite(cell) ? null : cell

const manifestOf = (
  { version, madeAt, study, services, synthetic, sampleIds, units }: CollectedStudy,
  rest: Pick<Manifest, 'answers' | 'files' | 'archive'>,
): Manifest => ({
  format: capsuleFormat,
  version: capsuleVersion,
  application: `Pathclock ${version}`,
  made_at: madeAt,
  study,
  services,
  synthetic,
  samples: sampleIds.length,
  answers: rest.answers,
  units: { activity_unit: units.activity_unit, aging_offset_unit: units.aging_offset_unit },
  files: rest.files,
  archive: rest.archive,
})

const tooLarge = () =>
  rejected(message('export.studyTooLargeCapsule'), [
    { field: 'study', message: message('export.capsuleHolds4Gb') },
  ])

/** Returns the readme, which explains the content of a capsule and how to check it to people who have only the file. */
function readme(collected: CollectedStudy): string {
  const { version, madeAt, sampleIds, services, synthetic } = collected
  const facts = [
    `Pathclock ${version}, ${madeAt}`,
    `${sampleIds.length} samples / 样本; service / 服务: ${services.join(', ') || '-'}`,
    ...(synthetic ? ['SYNTHETIC DATA, NOT MEASURED / 合成数据，并非实测'] : []),
    'Research use only / 仅供科研使用',
  ]
  return [...facts, '', english, '', chinese, ''].join('\n')
}

const english = `STUDY CAPSULE

viewer.html       the report; opens in any browser, needs no network and no account
tables/           the study's tables, CSV, UTF-8; each *-columns.csv says what its columns are
register.jsonl    the samples as they were ordered, and what was added to them; one a line
imports/          the files that orders came from: name, SHA-256, mapping, corrections, orders
answers/          every answer of the service as it came ("raw"), with its request, time and origin,
                  and the numbers that were read from it
statistics/       comparisons, models, clustering, principal components and clock, with their parameters
figures/          figures (SVG) and the numbers behind each (CSV)
methods/          methods text, and R and Python programs that make the numbers again
study.json        the study: name, question, groups, notes, saved comparisons, boards
questions.json    the comparisons and models that were run in the study
pathways.json     names of pathways that were taken for one
manifest.json     what the capsule says of itself, and length and SHA-256 of each file

To verify:        pathclock capsule verify FILE.pathclock
Without Pathclock: unzip it, and compare the hashes of manifest.json:
  unzip FILE.pathclock -d capsule && cd capsule
  python3 -c "import json; [print(f['sha256'] + '  ' + f['path']) for f in json.load(open('manifest.json'))['files']]" | sha256sum -c
Whoever made the capsule can tell you the SHA-256 of the whole file: compare it with
  sha256sum FILE.pathclock
A hash inside a file shows damage. That nobody made the file anew, only the hash of the whole file shows.`

const chinese = `研究胶囊

viewer.html       报告；可用任何浏览器打开，无需网络，也无需账户
tables/           本研究的表格（CSV，UTF-8）；各 *-columns.csv 说明其列的含义
register.jsonl    样本的订单内容及其后添加的信息；每行一个样本
imports/          订单所来自的文件：名称、SHA-256、列映射、更正、订单
answers/          服务返回的每个应答的原文（"raw"），附请求、时间、来源，以及从中读取的数值
statistics/       组间比较、模型、聚类、主成分与时钟，附参数
figures/          图（SVG）及其数据（CSV）
methods/          方法说明，以及重新计算数值的 R 和 Python 程序
study.json        研究：名称、问题、分组、备注、已保存的比较、图版
questions.json    在该研究中进行过的比较和建模
pathways.json     被视为同一通路的名称
manifest.json     胶囊的自述，以及每个文件的长度与 SHA-256

验证：            pathclock capsule verify 文件.pathclock
没有 Pathclock 时：先解压，再与 manifest.json 中的哈希值比较（命令同上）。
制作者可以告知整个文件的 SHA-256，请用 sha256sum 比较。
文件内的哈希值只能发现损坏；要确认文件没有被重新制作，只有比较整个文件的哈希值。`
