import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../../shared/domain/drugs/drug.ts'
import { readDrugIds } from '../../../../shared/domain/drugs/drugReferences.ts'
import { CopyButton } from '../../../ui/copy/CopyButton.tsx'
import { Missing } from '../../../ui/feedback/Badges.tsx'
import { ReferenceLinks } from '../../../ui/lists/ReferenceLinks.tsx'
import shared from '../../../ui/shared.module.css'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { toText } from '../drugTables.ts'
import classes from './page.module.css'

const shortText = 600
const shortNames = 20

/** Shows the main fields of a drug. */
export function Facts({ drug }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const none = <Missing why={t('detail.none')} />
  const { category, description, synonyms, otherFields } = drug
  return (
    <dl className={`${shared.facts} ${classes.facts}`}>
      <dt>{t('detail.category')}</dt>
      <dd>{category === null ? none : <bdi>{category}</bdi>}</dd>
      <dt>{t('detail.description')}</dt>
      <dd>{description ? <LongText text={description} /> : none}</dd>
      <dt>{t('detail.synonyms')}</dt>
      <dd>{synonyms.length > 0 ? <Synonyms synonyms={synonyms} /> : none}</dd>
      <dt>{t('detail.id')}</dt>
      <dd className={classes.id}>
        <code>{drug.drugId}</code>
        <CopyId id={drug.drugId} />
      </dd>
      <dt>{t('detail.references')}</dt>
      <dd>
        <ReferenceLinks name={drug.name} ids={readDrugIds(otherFields)} />
      </dd>
    </dl>
  )
}

/** Shows the other fields of a drug under the service's names, and the date of its details. */
export function OtherFacts({ drug: { otherFields, detailsFetchedAt } }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const none = <Missing why={t('detail.none')} />
  return (
    <dl className={`${shared.facts} ${classes.facts}`}>
      {otherFields.map(({ name, value }, index) => (
        <Fragment key={`${index} ${name}`}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {value === null ? none : <LongText text={toText(value)} code={typeof value === 'object'} />}
          </dd>
        </Fragment>
      ))}
      <dt>{t('detail.details')}</dt>
      <dd>
        <Age at={detailsFetchedAt} />
      </dd>
    </dl>
  )
}

/** Shows a text, shortened until the user expands it: the service may send a megabyte. */
function LongText({ text, code = false }: { text: string; code?: boolean }) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  const isLong = text.length > shortText
  const shown = isLong && !all ? `${text.slice(0, shortText)}…` : text
  return (
    <>
      {code ? <code>{shown}</code> : <bdi>{shown}</bdi>}
      {isLong && (
        <button type="button" className={classes.showAll} onClick={() => setAll(!all)}>
          {t(all ? 'detail.showLess' : 'detail.showAll')}
        </button>
      )}
    </>
  )
}

function Synonyms({ synonyms }: { synonyms: readonly string[] }) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  const isLong = synonyms.length > shortNames
  return (
    <>
      {(all ? synonyms : synonyms.slice(0, shortNames)).map((synonym, index) => (
        <Fragment key={`${index} ${synonym}`}>
          {index > 0 && ' · '}
          <bdi>{synonym}</bdi>
        </Fragment>
      ))}
      {isLong && (
        <button type="button" className={classes.showAll} onClick={() => setAll(!all)}>
          {all ? t('detail.showLess') : t('detail.allSynonyms', { count: synonyms.length })}
        </button>
      )}
    </>
  )
}

function CopyId({ id }: { id: string }) {
  const { t } = useTranslation('drugs')
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <button
          type="button"
          className={classes.copyId}
          aria-label={copied ? t('copied') : t('detail.copyId')}
          title={t('detail.copyId')}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} stroke={1.5} aria-hidden />}
        </button>
      )}
    </CopyButton>
  )
}

/** Shows the date of a drug's details, or that only lists have named the drug so far. */
export function Age({ at }: { at: string | null }) {
  const { t } = useTranslation('drugs')
  if (at === null) return t('detail.onlyFromLists')
  return (
    <>
      {t('detail.fetched')} <Timestamp at={at} />
    </>
  )
}
