import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Age } from './Age.tsx'
import classes from './page.module.css'

type Props = { label: string; raw: unknown; fetchedAt: string | null }

/** The service's answer as it came and how old it is, one click away. */
export function RawJson({ label, raw, fetchedAt }: Props) {
  const { t } = useTranslation('drugs')
  const [open, setOpen] = useState(false)
  const text = open ? JSON.stringify(raw, null, 2) : ''
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <section className={classes.section} aria-label={label}>
      <div className={classes.sectionHead}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          c="dimmed"
          className={classes.rawToggle ?? ''}
          leftSection={<Chevron size={14} stroke={1.75} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {label}
        </Button>
        <span className={classes.origin}>
          <Age at={fetchedAt} />
        </span>
        {open && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={copy}>
                {t(copied ? 'copied' : 'detail.copyRaw')}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      {open && <pre className={classes.raw}>{text}</pre>}
    </section>
  )
}
