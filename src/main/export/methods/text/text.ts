import type { ReportLanguage } from '../../../../shared/domain/study.ts'
import type { CollectedStudy } from '../../study/study.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { comparisonFactsOf, dataOf } from './facts.ts'
import { createReferences } from './references.ts'
import type { Words } from './words.ts'

const languages: Record<ReportLanguage, Words> = { en: english, 'zh-CN': chinese }

/** A methods section as Markdown: headings, paragraphs and a numbered list; what the study did not use is not in it. */
export function toText(collected: CollectedStudy, language: ReportLanguage): string {
  const words = languages[language]
  const { cite, list } = createReferences()
  const { study, clock, clustering, pca, result, version, synthetic, samples } = collected
  const data = dataOf(collected)
  const name = result?.clientReference ?? samples[0]?.clientReference ?? collected.sampleIds[0] ?? ''
  const compared = comparisonFactsOf(collected)
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
        )
      : []),
    ...(clock && clock.points.length > 0 ? section(words.clock.heading, words.clock.of(clock, cite)) : []),
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
