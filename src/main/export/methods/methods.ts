import type { ReportLanguage } from '../../../shared/domain/studies/documents.ts'
import type { CollectedStudy, WriteMethods } from '../documents/collectStudy.ts'
import { sayIn } from '../report/reportParts.ts'
import { assignments, type Literals, python, r } from './parameters.ts'
import programInPython from './recompute.py?raw'
import programInR from './recompute.R?raw'
import { chinese } from './text/chinese.ts'
import { english } from './text/english.ts'
import {
  ageFactsOf,
  comparisonFactsOf,
  createReferences,
  dataOf,
  plainText,
  type Words,
} from './text/facts.ts'

const languages: Record<ReportLanguage, Words> = { en: english, 'zh-CN': chinese }

/**
 * Returns a methods section as Markdown, with headings, paragraphs and a numbered list. It covers only what the study
 * used.
 */
export function toText(collected: CollectedStudy, language: ReportLanguage): string {
  const words = languages[language]
  const { cite, list } = createReferences()
  const { study, clock, clustering, pca, result, version, synthetic, samples } = collected
  const data = dataOf(collected)
  const name = result?.clientReference ?? samples[0]?.clientReference ?? collected.sampleIds[0] ?? ''
  const compared = comparisonFactsOf(collected)
  const ages = ageFactsOf(collected)
  const section = (heading: string, ...paragraphs: string[][]) => {
    const nonEmpty = paragraphs.flat().filter((paragraph) => paragraph !== '')
    return nonEmpty.length > 0 ? [`## ${heading}`, ...nonEmpty] : []
  }
  const paragraphs = [
    `# ${words.title}`,
    ...(synthetic ? [words.synthetic] : []),
    ...section(
      words.data.heading,
      study.kind === 'sample' ? words.data.ofOne(data, name) : words.data.of(data),
    ),
    ...(compared
      ? section(
          words.comparison.heading,
          words.comparison.groups(compared),
          words.comparison.test(compared, cite),
          words.comparison.adjusted(compared, cite),
          words.comparison.replicates(compared, cite),
          words.comparison.cautions(
            collected.cautions.map(({ statement }) => plainText(sayIn[language](statement))),
          ),
        )
      : []),
    ...(clock && clock.points.length > 0
      ? section(
          words.clock.heading,
          words.clock.of(clock, cite),
          ages && compared ? words.clock.compared(ages, compared, cite) : [],
        )
      : []),
    ...section(
      words.structure.heading,
      clustering?.sampleTree || clustering?.pathwayTree ? words.structure.trees(clustering, cite) : [],
      pca && pca.components.length > 0 ? words.structure.components(pca) : [],
    ),
    ...section(words.software.heading, words.software.of(version, compared !== null || clustering !== null)),
  ]
  const references = list()
  if (references.length > 0) paragraphs.push(`## ${words.references}`, references.join('\n'))
  return `${paragraphs.join('\n\n')}\n`
}

/**
 * Returns the methods of a study in words, and programs that compute its numbers again. Both depend only on the study.
 */
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
    r: program(['Rscript PROGRAM [FOLDER]; base R is enough.', ...head], r, programInR),
    python: program(['python3 PROGRAM [FOLDER]; needs numpy and scipy.', ...head], python, programInPython),
  }
}
