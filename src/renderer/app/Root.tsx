import { WelcomeScreen } from '../features/welcome/WelcomeScreen.tsx'
import { Frame } from './Frame.tsx'
import { useAppStatus } from './useAppStatus.ts'

/** The welcome until there is a profile; the frame with its sections from then on. */
export function Root() {
  const status = useAppStatus()
  if (!status) return null
  return status.profile === null ? <WelcomeScreen /> : <Frame status={status} />
}
