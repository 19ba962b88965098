import { Text } from '@mantine/core'
import { IconBookmark, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OrderForm } from '../../../shared/domain/orderForm.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import classes from './import.module.css'
import { SavedMappings } from './SavedMappings.tsx'
import type { Loaded } from './useWizard.ts'

type Props = { loaded: Loaded; form: OrderForm | null }

/** Which saved mapping is in force, said in words, and the way to the others. */
export function Mappings({ loaded, form }: Props) {
  const { t } = useTranslation('import')
  const { template } = loaded
  return (
    <div className={classes.foot}>
      <PopoverButton
        label={t('mappings.title')}
        icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
        size="xs"
        width={360}
      >
        {(close) => <SavedMappings loaded={loaded} form={form} close={close} />}
      </PopoverButton>
      <Text fz={13} role="status" className={classes.mappingSaid}>
        {template ? (
          <>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.good} />
            {t('mappings.applied', { name: template.name })}
            {template.absent.length > 0 &&
              ` ${t('mappings.absent', { columns: template.absent.slice(0, 6).join(', '), count: template.absent.length })}`}
          </>
        ) : (
          t('mappings.suggested')
        )}
      </Text>
    </div>
  )
}
