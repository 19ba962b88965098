import { createHash } from 'node:crypto'
import { Failure } from '../../../shared/contract/failures.ts'
import { csvLine } from '../../../shared/domain/csvLine.ts'
import type { ReportLanguage } from '../../../shared/domain/study.ts'
import type { CollectedStudy, StudyFigure } from '../study/study.ts'
import { type ZipFile, zipFiles } from '../zip.ts'
import { answerFiles } from './answerFiles.ts'
import { type CapsuleDeps, jsonFile, listing, textFile, toText } from './files.ts'
import { importFiles } from './importFiles.ts'
import { byPath, capsuleFormat, capsuleVersion, type Manifest, manifestPath } from './manifest.ts'
import { readme } from './readme.ts'
import { registerFile } from './registerFile.ts'
import { statisticsFiles } from './statisticsFiles.ts'
import { tableFiles } from './tableFiles.ts'

/**
 * The bytes of a capsule's file; the same study gives the same ones but for `madeAt`. Throws `rejected` for one of more
 * than 4 GB or 65,000 files.
 */
export type WriteCapsule = (
  collected: CollectedStudy,
  language: ReportLanguage,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>

/** Writes a study with all that its numbers were made of; files are made while they are written. */
export function createWriteCapsule(deps: CapsuleDeps): WriteCapsule {
  return async function* (collected, language, signal) {
    const listed: Manifest['files'] = []
    const archive = createHash('sha256')
    let bytes = 0
    async function* files(): AsyncGenerator<ZipFile> {
      const counted = { answers: 0 }
      for await (const file of filesOf(deps, collected, { language, counted, signal })) {
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
  {
    language,
    counted,
    signal,
  }: { language: ReportLanguage; counted: { answers: number }; signal: AbortSignal },
): AsyncGenerator<ZipFile> {
  yield textFile('README.txt', readme(collected))
  const { html, figures } = await deps.makeReport(collected, language, signal)
  yield textFile('viewer.html', html)
  yield* methodFiles(deps, collected)
  yield* tableFiles(deps, collected)
  yield* storedDataFiles(deps, collected, counted)
  yield await pathwaysFile(deps, collected)
  yield* statisticsFiles(collected)
  yield* figureFiles(figures)
}

/** Answers that arrive while they are written are in none of them. */
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

/** Which names of pathways are one, so that whoever opens the capsule joins the same ones. */
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
  new Failure('rejected', 'The study is too large for a capsule. Choose fewer samples.', {
    problems: [{ field: 'study', message: 'A capsule holds 4 GB and 65,000 files at most.' }],
  })
