import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { placeOf, stylesOfField } from '../../../../figures/style/groupStyles.ts'
import { type CohortSample, type Covariate } from '../../../../shared/domain/results/cohort.ts'
import { usePalettes } from '../../../charts/frame/theme.ts'
import { useCovariateColumns } from '../../../client/useValues.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useLastKnown } from '../../../ui/useLastKnown.ts'
import { canColour, toColouring } from '../chartData.ts'
import { useChartView } from '../ExploreFrame.tsx'
import type { FigureView } from './figureView.ts'

type Props = { options: readonly Covariate[]; colour: string; shape: string }

/** Chooses the covariates that color and shape show. */
export function ColourTools({ options, colour, shape }: Props) {
  const { t } = useTranslation('explore')
  const { go } = useChartView()
  const choices = (chosen: string) => [
    { value: '', label: t('nothing') },
    ...(chosen === '' || options.some(({ name }) => name === chosen)
      ? []
      : [{ value: chosen, label: chosen }]),
    ...options.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <>
      <NativeSelect
        miw={150}
        maw={280}
        label={t('colour')}
        value={colour}
        onChange={({ currentTarget }) => go({ colour: currentTarget.value })}
        data={choices(colour)}
      />
      <NativeSelect
        miw={150}
        maw={280}
        label={t('shape')}
        value={shape}
        onChange={({ currentTarget }) => go({ shape: currentTarget.value || null })}
        data={choices(shape)}
      />
    </>
  )
}

/**
 * Returns the color and shape of the samples as chosen, by default by group. `colouring` is null until it is known,
 * so that points do not appear gray first and then change color.
 */
export function useColouring(samples: CohortSample[], { chartView }: Pick<FigureView, 'chartView'>) {
  const { t } = useTranslation('explore')
  const palettes = usePalettes()
  const { design, covariates, failure: unknown } = useStudyDesign()
  const options = useMemo(() => (covariates ?? []).filter(canColour), [covariates])
  const isOffered = (name: string | null) => name !== null && options.some((one) => one.name === name)
  const groupBy = design?.groupBy ?? null
  const colour = chartView.colour ?? (isOffered(groupBy) ? groupBy : null) ?? ''
  const shape = chartView.shape ?? ''
  const names = [colour, shape].filter(isOffered)
  const { columns, isPending, failure } = useCovariateColumns({ samples }, names)
  const fresh = useMemo(() => {
    const property = (name: string) => {
      const covariate = options.find((one) => one.name === name)
      const values = columns.get(name)
      if (!covariate || !values || !design) return null
      return {
        covariate,
        values,
        styles: stylesOfField(name, design, covariates),
        place: placeOf(name, design, covariates),
      }
    }
    return toColouring(property(colour), property(shape), { none: t('none') }, palettes)
  }, [options, covariates, design, columns, colour, shape, palettes, t])
  const isKnown = names.length > 0 ? !isPending : covariates !== undefined || unknown !== null
  const latest = useMemo(() => ({ colouring: fresh, samples }), [fresh, samples])
  const shown = useLastKnown(isKnown ? latest : null)
  const colouring = shown?.samples === samples ? shown.colouring : null
  return { colouring, options, colour, shape, failure: failure ?? unknown }
}
