import { html } from 'hono/html'
import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import { factsOf, formatSome, type Html, named, paragraphs, type ReportContext, toUtc } from './parts.ts'
import type { Words } from './wordsEn.ts'

/** Also the name of the document in a window and a PDF. */
export function titleOf({ collected, words }: ReportContext): string {
  const { study, sampleIds, samples, facts } = collected
  if (study.kind === 'cohort') return words.title.cohort(sampleIds.length)
  const registered = facts.find(({ name }) => name === 'client_reference')?.value
  return words.title.sample(String(registered ?? samples[0]?.clientReference ?? study.sampleId))
}

export function headOf(context: ReportContext): Html {
  const { collected, words } = context
  const { study, synthetic } = collected
  const of = study.kind === 'sample' ? words.of.sample(study.sampleId) : describeSampleChoice(study.of, words)
  return html`<header>
<h1>${named(titleOf(context))}</h1>
<p class="of">${named(of)}</p>
<p class="research">${words.research}</p>
</header>
${synthetic ? html`<div class="synthetic" role="note"><strong>${words.synthetic.title}</strong> · ${words.synthetic.text}</div>` : ''}
<section aria-labelledby="glance">
<h2 id="glance">${words.glance.title}</h2>
${factsOf(context, words.glance.caption, glanceOf(context))}
${paragraphs([words.noneHint])}
</section>`
}

function glanceOf({ collected, words }: ReportContext): (readonly [string, Html | string])[] {
  const { glance } = words
  const { services, oldestFetchedAt: oldest, newestFetchedAt: newest } = collected
  const { pathways, totalSamples, withoutResult } = collected.values.activity
  const time = (at: string | null) => (at === null ? glance.nothing : toUtc(at))
  return [
    ...(collected.study.kind === 'sample'
      ? []
      : ([
          [glance.samples, words.count(collected.sampleIds.length)],
          [glance.answered, words.count(totalSamples)],
          [glance.withoutResult, words.count(withoutResult)],
          [glance.groups, groupsInWords(collected.samples, words)],
        ] as const)),
    [glance.pathways, words.count(pathways.length)],
    [glance.services, services.length === 0 ? words.none : named(words.list(services))],
    [glance.oldest, time(oldest)],
    [glance.newest, time(newest)],
    [glance.synthetic, collected.synthetic ? words.synthetic.short : words.no],
    [glance.application, `Pathclock ${collected.version}`],
    [glance.madeAt, toUtc(collected.madeAt)],
  ]
}

const maxGroups = 20

function groupsInWords(samples: readonly { group: string | null }[], words: Words): Html | string {
  const counts = new Map<string | null, number>()
  for (const { group } of samples) counts.set(group, (counts.get(group) ?? 0) + 1)
  const groupTexts = [...counts]
    .sort(([a], [b]) => Number(a === null) - Number(b === null) || ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([group, count]) => `${group ?? words.glance.noGroup} (${words.count(count)})`)
  if (groupTexts.length === 0) return words.none
  if (groupTexts.length <= maxGroups) return named(words.list(groupTexts))
  return named(words.andMore(words.list(groupTexts.slice(0, maxGroups)), groupTexts.length - maxGroups))
}

/** Which samples were chosen, in words. */
function describeSampleChoice(of: SampleChoice, words: Words): string {
  if ('sampleIds' in of) return words.of.named(of.sampleIds.length)
  const { text = '', filter, except = [] } = of
  const conditions = [
    ...(text.trim() === '' ? [] : [words.colon(words.filter.text, words.quoted(text))]),
    ...Object.entries(filter).map(([name, value]) =>
      words.colon(nameOf(name, words), valueOf(name, value, words)),
    ),
  ]
  const description = conditions.length === 0 ? words.of.all : words.of.found(words.list(conditions))
  return except.length === 0 ? description : `${description} ${words.of.except(except.length)}`
}

const nameOf = (name: string, { filter }: Words): string =>
  Object.entries(filter).find(([known]) => known === name)?.[1] ?? name

function valueOf(name: string, value: unknown, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (value === null) return name === 'group' ? words.glance.noGroup : words.none
  if (Array.isArray(value)) return formatSome(value.map(String), words)
  return typeof value === 'string' ? words.quoted(value) : JSON.stringify(value)
}
