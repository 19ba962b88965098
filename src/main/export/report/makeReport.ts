import { html, raw } from 'hono/html'
import type { ReportLanguage } from '../../../shared/domain/study.ts'
import type { CollectedStudy, DrawFigures, MakeReport, StudyFigure, WriteMethods } from '../study/study.ts'
import { closingOf, parametersPart } from './closing.ts'
import { cohortFigures } from './cohortFigures.ts'
import { cohortParts, samplesPart } from './cohortParts.ts'
import { comparisonFigures } from './comparisonFigures.ts'
import { comparisonParts } from './comparisonParts.ts'
import type { PlannedFigure } from './figurePlan.ts'
import { headOf, titleOf } from './head.ts'
import { toInlineSvg } from './inlineSvg.ts'
import { type Html, named, type ReportContext, wordsOf } from './parts.ts'
import { sampleFigures } from './sampleFigures.ts'
import { sampleParts } from './sampleParts.ts'
import { styleOf } from './style.ts'
import type { Words } from './wordsEn.ts'

/** Nothing but what stands in the page itself; a figure may hold a picture of its colours. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** One page for people that needs no network, no script and no other file. The same study gives the same bytes. */
export function createMakeReport(options: {
  drawFigures: DrawFigures
  writeMethods: WriteMethods
}): MakeReport {
  const { drawFigures, writeMethods } = options
  return async (collected, language, signal) => {
    const words = wordsOf[language]
    const planned = plan(collected, words)
    const svgs = await drawFigures(
      planned.map(({ spec }) => spec),
      language,
      signal,
    )
    const figures = planned.map(({ name, title, caption, data }, at): StudyFigure => {
      return { name, title, caption, data, svg: svgs[at] ?? '' }
    })
    const context = createReportContext(collected, language, words, figures)
    const methods = writeMethods(collected, language).text
    return { html: String(await pageOf(context, methods)), figures }
  }
}

const plan = (collected: CollectedStudy, words: Words): PlannedFigure[] =>
  collected.study.kind === 'sample'
    ? sampleFigures(collected, words)
    : [...cohortFigures(collected, words), ...comparisonFigures(collected, words)]

function createReportContext(
  collected: CollectedStudy,
  language: ReportLanguage,
  words: Words,
  figures: readonly StudyFigure[],
): ReportContext {
  let [figuresShown, tablesShown] = [0, 0]
  return {
    collected,
    words,
    language,
    figure(name) {
      // Boxes are asked for by their place; their pathway stands behind it.
      const found = figures.find((one) => one.name === name || one.name.startsWith(`${name}-`))
      if (!found || found.svg === '') return ''
      figuresShown += 1
      return figureOf(found, figuresShown, words)
    },
    tableNumber: () => ++tablesShown,
  }
}

const figureOf = ({ title, caption, svg }: StudyFigure, number: number, words: Words): Html =>
  html`<figure>
${raw(toInlineSvg(svg, `f${number}`, title))}
<figcaption><strong>${words.figure(number)} ${named(title)}.</strong> ${named(caption)}</figcaption>
</figure>`

function pageOf(context: ReportContext, methods: string): Html {
  const { collected, words, language } = context
  const footer = [
    `Pathclock ${collected.version}`,
    words.research,
    ...(collected.synthetic ? [words.synthetic.title] : []),
  ].join(' · ')
  // Figures and tables are numbered in the order in which they are asked for.
  const head = html`${headOf(context)}${parametersPart(context)}`
  const body =
    collected.study.kind === 'sample'
      ? sampleParts(context)
      : html`${cohortParts(context)}${comparisonParts(context)}${samplesPart(context)}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Pathclock ${collected.version}">
<title>${titleOf(context)}</title>
<style>${raw(styleOf(footer))}</style>
</head>
<body>
${head}
<main>
${body}
${closingOf(context, methods)}
</main>
</body>
</html>
`
}
