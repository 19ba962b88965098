import type { Pathway, PathwayDetail, PathwayName } from '../../../shared/domain/drugs/pathway.ts'
import { toCopiedTable } from '../../../shared/tables/copyTable.ts'

export const pathwaysTable = (pathways: readonly Pathway[]) =>
  toCopiedTable(pathways, {
    pathway: ({ pathway }) => pathway,
    title: ({ title }) => title,
    names: ({ names }) => names.map(({ name }) => name).join('; '),
    drugs: ({ drugs }) => drugs,
    samples: ({ samples }) => samples,
  })

export const namesTable = ({ pathway, names }: Pathway) =>
  toCopiedTable<PathwayName>(names, {
    pathway: () => pathway,
    name: ({ name }) => name,
    how: ({ how }) => how,
    drugs: ({ drugs }) => drugs,
    results: ({ results }) => results,
  })

export const extremeSamplesTable = ({ pathway, extremeSamples, cohort }: PathwayDetail) =>
  toCopiedTable(
    extremeSamples,
    {
      pathway: () => pathway,
      sample_id: ({ sampleId }) => sampleId,
      client_reference: ({ clientReference }) => clientReference,
      activity: ({ activity }) => activity,
      z: ({ z }) => z,
      aging_offset: ({ agingOffset }) => agingOffset,
      fetched_at: ({ fetchedAt }) => fetchedAt,
      cohort_n: () => cohort.n,
      cohort_mean: () => cohort.mean,
      cohort_sd: () => cohort.sd,
    },
    { pathway, cohort, samples: extremeSamples },
  )
