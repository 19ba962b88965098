import { Title } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/call.ts'
import { ConnectForm } from './ConnectForm.tsx'
import { keepsSecret, toStart } from './connection.ts'
import classes from './welcome.module.css'

export function ConnectScreen() {
  const { t } = useTranslation('welcome')
  const navigate = useNavigate()
  const { history } = useRouter()
  const status = useCall('app.status', {}).data
  if (!status) return null
  const goOn = () => {
    // A user who left the screen while the service was responding stays on the new one.
    if (history.location.pathname === '/connect') void navigate({ to: '/' })
  }
  return (
    <div className={classes.form}>
      <Title order={2} fz="xl" mb={24}>
        {t('service.action')}
      </Title>
      <ConnectForm
        start={toStart(status)}
        hasSecret={keepsSecret(status)}
        back={() => history.back()}
        connected={goOn}
      />
    </div>
  )
}
