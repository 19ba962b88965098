import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type DrugIds, toReferenceLinks } from '../../../shared/domain/drugs/drugReferences.ts'
import classes from './ReferenceLinks.module.css'

/** Links to pages that describe a drug, which open in the system's browser. */
export function ReferenceLinks({ name, ids }: { name: string; ids: DrugIds }) {
  const { t } = useTranslation('ui')
  return (
    <ul className={classes.references}>
      {toReferenceLinks(name, ids).map(({ site, id, address }) => (
        <li key={site}>
          <Anchor
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            title={address}
            aria-label={t('references.open', { site, what: id ?? name })}
          >
            {site}
            <IconExternalLink size={12} stroke={1.5} aria-hidden />
          </Anchor>
        </li>
      ))}
    </ul>
  )
}
