import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../../../shared/contract/contract.ts'
import { allSamplesId } from '../../../../../shared/domain/studies/study.ts'
import { useCall } from '../../../../client/useCall.ts'
import { useSearchParams } from '../../../../state/searchParams.ts'
import classes from '../../import.module.css'

/** Where the samples go, and whether their results are fetched by themselves. */
type Chosen = Required<Pick<Input<'imports.send'>, 'analyzeWhenReady'>> & Pick<Input<'imports.send'>, 'study'>

/** What is chosen by `Destination`: the study that the address names, or a new one; results are fetched. */
export function useDestination() {
  const { search } = useSearchParams('/import')
  const [chosen, change] = useState<Chosen>({
    ...(search.study === undefined ? {} : { study: { studyId: search.study } }),
    analyzeWhenReady: true,
  })
  return { chosen, change }
}

type Props = ReturnType<typeof useDestination> & { fileName: string; orders: number }

/** Requests that the results of one sample take: pathway analysis and clock. */
const requestsPerSample = 2

export function Destination({ chosen, change, fileName, orders }: Props) {
  const { t } = useTranslation('import')
  const studies = useCall('studies.list', {}).data?.filter(({ studyId }) => studyId !== allSamplesId) ?? []
  const studyId = chosen.study && 'studyId' in chosen.study ? chosen.study.studyId : ''
  return (
    <section className={classes.destination} aria-label={t('destination.title')}>
      <NativeSelect
        label={t('destination.study')}
        value={studyId}
        data={[
          { value: '', label: t('destination.new', { name: fileName.replace(/(?<=.)\.[^.]*$/, '') }) },
          ...studies.map((study) => ({ value: study.studyId, label: study.name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { analyzeWhenReady } = chosen
          change(value === '' ? { analyzeWhenReady } : { analyzeWhenReady, study: { studyId: value } })
        }}
      />
      <Checkbox
        label={t('destination.analyze')}
        description={t('destination.cost', { requests: orders * requestsPerSample })}
        checked={chosen.analyzeWhenReady}
        onChange={({ currentTarget: { checked } }) => change({ ...chosen, analyzeWhenReady: checked })}
      />
    </section>
  )
}
