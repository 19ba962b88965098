import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './frame.module.css'

/** `quiet`: says where the person is, and asks for nothing. */
type Props = { quiet?: boolean; icon: TablerIcon; action: ReactNode; children: ReactNode }

export const Banner = ({ quiet = false, icon: Icon, action, children }: Props) => (
  <div className={classes.banner} role="status" data-quiet={quiet || undefined}>
    <Icon size={16} stroke={1.75} aria-hidden />
    <p>{children}</p>
    {action}
  </div>
)
