import { everySample, type SampleChoice } from '../../shared/domain/cohort.ts'
import { call } from './call.ts'
import { readCovariates, readValues } from './useValues.ts'

/** The samples with a result that have one value of a covariate; of a group as the register's own filter. */
export async function samplesWhere(covariate: string, value: string): Promise<SampleChoice> {
  if (covariate === 'group') return { filter: { group: value } }
  const firstPage = await call('results.values', { measure: 'activity', limit: 1 })
  const [pathway] = firstPage.pathways
  const valuesQuery = { measure: 'activity', of: everySample, pathways: pathway ? [pathway] : [] } as const
  const { samples } = await readValues(
    { ...valuesQuery, pathways: [...valuesQuery.pathways] },
    new AbortController().signal,
  )
  const texts = (await readCovariates(samples, [covariate])).get(covariate) ?? []
  return { sampleIds: samples.flatMap(({ sampleId }, row) => (texts[row] === value ? [sampleId] : [])) }
}
