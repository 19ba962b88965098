import { rankBars, toBarsTable } from '../../../figures/rankedBars.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import type { CollectedStudy } from '../study/study.ts'
import { fullWidthPx, type PlannedFigure, sourceOf, valueTitleOf } from './figurePlan.ts'
import type { Words } from './wordsEn.ts'

/** The pathways of one sample from the highest to the lowest, for each measure. */
export function sampleFigures(collected: CollectedStudy, words: Words): PlannedFigure[] {
  const { result } = collected
  if (!result) return []
  return (['activity', 'aging_offset'] as const).flatMap((measure): PlannedFigure[] => {
    const ranked = rankBars(
      result.scores.map(({ pathway, activity, agingOffset }) => ({
        label: pathway,
        value: measure === 'activity' ? activity : agingOffset,
      })),
    )
    const [first, last] = [ranked.bars[0], ranked.bars.at(-1)]
    if (!first || !last) return []
    const summary = words.sample.rankedSummary(
      `${first.label} ${formatValue(first.value)}`,
      `${last.label} ${formatValue(last.value)}`,
    )
    const axisTitle = valueTitleOf(collected, measure, words)
    return [
      {
        name: `ranked-${measure.replace('_', '-')}`,
        title: words.sample.ranked(words.measures[measure]),
        caption: summary,
        spec: {
          kind: 'ranked',
          widthPx: fullWidthPx,
          heightPx: Math.min(720, Math.max(240, ranked.bars.length * 16 + 110)),
          props: {
            ranked,
            axisTitle,
            labelWord: words.word.pathway,
            summary,
            source: sourceOf(collected.values[measure], words),
          },
        },
        data: toBarsTable(ranked, words.word.pathway, axisTitle),
      },
    ]
  })
}
