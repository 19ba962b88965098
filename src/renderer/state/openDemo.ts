import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call, useAction } from '../client/call.ts'

/** Returns an action that opens the demo on its study, which is created the first time. */
export function useOpenDemo() {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const { history } = useRouter()
  return useAction(async () => {
    const { href } = history.location
    const { studyId } = await call('session.openDemoStudy', {
      name: t('demo.name'),
      question: t('demo.question'),
    })
    // The user may have navigated elsewhere in the meantime.
    if (history.location.href === href) await navigate({ to: '/study/$studyId', params: { studyId } })
  })
}
