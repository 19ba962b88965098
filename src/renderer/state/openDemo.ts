import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'

/**
 * Opens the demo on its study. The first time, the study is made as a person would make it: the example is ordered from
 * the service inside the app, and analyzed when its samples are ready; the drugs are fetched with their pathways.
 */
export function useOpenDemo() {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const { history } = useRouter()
  return useAction(async () => {
    const { href } = history.location
    await call('session.startDemo', {})
    const studies = await call('studies.list', {})
    const made = studies.find(({ studyId }) => studyId !== allSamplesId)
    const isUntouched = studies.every(({ samples, toOrder }) => samples + toOrder === 0)
    const studyId = made || !isUntouched ? (made?.studyId ?? allSamplesId) : await makeStudy(t)
    // Whoever has gone on meanwhile is not called back.
    if (history.location.href === href) await navigate({ to: '/study/$studyId', params: { studyId } })
  })
}

async function makeStudy(t: (key: 'demo.name' | 'demo.question') => string): Promise<string> {
  const { fileId } = await call('examples.open', { name: 'cohort.csv' })
  const { draftId, suggestedMapping: mapping } = await call('imports.read', { fileId })
  await call('imports.check', { draftId, mapping })
  const { studyId } = await call('imports.send', {
    draftId,
    study: { name: t('demo.name') },
    analyzeWhenReady: true,
  })
  await call('studies.change', { studyId, question: t('demo.question') })
  await call('offlineSync.start', { scope: { kind: 'catalogue' }, detail: 'all', perHour: 100_000 })
  return studyId
}
