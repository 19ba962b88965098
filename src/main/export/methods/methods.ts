import type { ReportLanguage } from '../../../shared/domain/studies/documents.ts'
import { message } from '../../../shared/words/message.ts'
import type { CollectedStudy, WriteMethods } from '../documents/collectStudy.ts'
import { sayIn } from '../report/reportParts.ts'
import { describeMethods } from './describeMethods.ts'
import { createReferences, plainText } from './facts.ts'
import { assignments, type Literals, python, r } from './parameters.ts'
import programInPython from './recompute.py?raw'
import programInR from './recompute.R?raw'

/** Returns a methods section as Markdown, with headings, paragraphs and a numbered list. */
export function toText(collected: CollectedStudy, language: ReportLanguage): string {
  const say = sayIn[language]
  const { cite, list } = createReferences()
  const cautions = collected.cautions.map(({ statement }) => plainText(say(statement)))
  const sections = describeMethods(collected, cautions, cite).flatMap(({ heading, paragraphs }) => {
    const texts = paragraphs.flatMap((paragraph) => (paragraph ? [say(paragraph)] : []))
    return texts.length > 0 ? [`## ${say(heading)}`, ...texts] : []
  })
  const references = list()
  const paragraphs = [
    `# ${say(message('methods.title'))}`,
    ...(collected.synthetic ? [say(message('methods.synthetic'))] : []),
    ...sections,
    ...(references.length > 0 ? [`## ${say(message('methods.references'))}`, references.join('\n')] : []),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** Returns the methods of a study in words, and programs that compute its numbers again. */
export const writeMethods: WriteMethods = (collected, language) => {
  const { version, madeAt, synthetic } = collected
  const head = [
    `Recomputes the numbers of a study from its exported tables and compares them. Made by Pathclock ${version}, ${madeAt}.`,
    ...(synthetic ? ['SYNTHETIC DATA: no real measurements.'] : []),
    'Research use only.',
    'Reads results.csv, samples.csv and comparison.csv, as far as they are needed, from the folder that is given, or from',
    '../tables beside this program; writes recomputed.csv beside this program; ends with 1 where numbers do not agree.',
  ]
  const program = (lines: readonly string[], write: Literals, body: string): string =>
    `${lines.map((line) => `# ${line}`).join('\n')}\n${assignments(collected, write)}\n\n${body}`
  return {
    text: toText(collected, language),
    r: program(
      [
        'Rscript PROGRAM [FOLDER]; base R is enough; a moderated model needs the packages limma and statmod.',
        ...head,
      ],
      r,
      programInR,
    ),
    python: program(['python3 PROGRAM [FOLDER]; needs numpy and scipy.', ...head], python, programInPython),
  }
}
