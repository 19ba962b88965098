import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import { type CohortSample, everySample } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { type CovariateColumns, readCovariates } from '../../client/useValues.ts'
import { canColour, toColouring } from './colouring.ts'
import { useLook } from './useLook.ts'

const noColumns: CovariateColumns = new Map()

/** Colour and shape of each of these samples, as chosen; by group where nobody chose. */
export function useColouring(samples: CohortSample[]) {
  const { t } = useTranslation('cohort')
  const { look } = useLook()
  const covariates = useCall('results.covariates', { of: everySample }).data
  const options = useMemo(() => (covariates ?? []).filter(canColour), [covariates])
  const isOffered = (name: string | null) => name !== null && options.some((one) => one.name === name)
  const colour = look.colour ?? (isOffered('group') ? 'group' : '')
  const shape = look.shape ?? ''
  const names = [colour, shape].filter(isOffered)
  const key = names.join('\n')
  const read = useQuery<CovariateColumns, Failure>({
    queryKey: ['results.covariateValues', key, samples],
    queryFn: () => readCovariates(samples, names),
    enabled: names.length > 0,
    structuralSharing: false,
  })
  const columns = read.data ?? noColumns
  const colouring = useMemo(() => {
    const property = (name: string) => {
      const covariate = options.find((one) => one.name === name)
      const values = columns.get(name)
      return covariate && values ? { covariate, values } : null
    }
    return toColouring(property(colour), property(shape), { none: t('none') })
  }, [options, columns, colour, shape, t])
  return { colouring, options, colour, shape, failure: read.error }
}
