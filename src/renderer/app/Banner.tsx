import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './frame.module.css'

type Props = { icon: TablerIcon; action: ReactNode; children: ReactNode }

export const Banner = ({ icon: Icon, action, children }: Props) => (
  <div className={classes.banner} role="status">
    <Icon size={16} stroke={1.75} aria-hidden />
    <p>{children}</p>
    {action}
  </div>
)
