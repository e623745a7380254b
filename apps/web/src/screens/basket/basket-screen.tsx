import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { BASKETS, basketAt } from '../../paths.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { BasketEditor } from './basket-editor.tsx'
import { forgetSentLines } from './sent-lines.ts'

/** One basket of orders: a new one, or the one that the address names. */
const BasketScreen = () => {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const id = query.get('id')
  /** A new basket that was saved here: it stays in the grid as it is. */
  const [saved, setSaved] = useState<number>()
  if (id !== null && id !== String(saved)) return <SavedBasket key={id} id={Number(id)} />
  return (
    <NewBasket
      onCreated={(created) => {
        setSaved(created)
        void navigate(basketAt(created), { replace: true })
      }}
    />
  )
}

export default BasketScreen

/** What was sent of an unsaved basket is there after a reload, and is not part of the next new basket. */
function NewBasket(props: Pick<ComponentProps<typeof BasketEditor>, 'onCreated'>) {
  const navigation = useNavigationType()
  useState(() => navigation === NavigationType.Push && forgetSentLines())
  return <BasketEditor {...props} />
}

/** Opened again, it shows its current contents. */
function SavedBasket({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const answer = useCall('Basket/Get', { id }, { gcTime: 0 })
  // A copy of another person's basket is the user's own.
  const opensCopy = (created: number) => void navigate(basketAt(created), { replace: true })
  if (answer.data) return <BasketEditor basket={answer.data} onCreated={opensCopy} />
  return (
    <Page
      title={t('Basket.Title')}
      about={t('Basket.About')}
      tools={<Button onClick={() => navigate(BASKETS)}>{t('Basket.Back')}</Button>}
    >
      <Section>
        <Loaded answer={answer}>{() => null}</Loaded>
      </Section>
    </Page>
  )
}
