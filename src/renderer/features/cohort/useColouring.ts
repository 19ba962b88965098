import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CohortSample, everySample } from '../../../shared/domain/cohort.ts'
import { usePalettes } from '../../charts/usePalettes.ts'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns } from '../../client/useValues.ts'
import { type Colouring, canColour, toColouring } from './colouring.ts'
import { useLook } from './useLook.ts'

/**
 * Colour and shape of each of these samples, as chosen; by group where nobody chose. `colouring` is null until it is
 * known, so that no point is drawn grey and then takes another colour.
 */
export function useColouring(samples: CohortSample[]) {
  const { t } = useTranslation('cohort')
  const { look } = useLook()
  const palettes = usePalettes()
  const known = useCall('results.covariates', { of: everySample })
  const covariates = known.data
  const options = useMemo(() => (covariates ?? []).filter(canColour), [covariates])
  const isOffered = (name: string | null) => name !== null && options.some((one) => one.name === name)
  const colour = look.colour ?? (isOffered('group') ? 'group' : '')
  const shape = look.shape ?? ''
  const names = [colour, shape].filter(isOffered)
  const { columns, isPending, failure } = useCovariateColumns({ samples }, names)
  const fresh = useMemo(() => {
    const property = (name: string) => {
      const covariate = options.find((one) => one.name === name)
      const values = columns.get(name)
      return covariate && values ? { covariate, values } : null
    }
    return toColouring(property(colour), property(shape), { none: t('none') }, palettes)
  }, [options, columns, colour, shape, palettes, t])
  const isKnown = names.length > 0 ? !isPending : covariates !== undefined || known.failure !== null
  const [shown, setShown] = useState<{ colouring: Colouring; samples: CohortSample[] } | null>(null)
  if (isKnown && (shown?.colouring !== fresh || shown.samples !== samples))
    setShown({ colouring: fresh, samples })
  const before = shown?.samples === samples ? shown.colouring : null
  return { colouring: isKnown ? fresh : before, options, colour, shape, failure: failure ?? known.failure }
}
