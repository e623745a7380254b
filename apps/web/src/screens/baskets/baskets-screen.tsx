import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BASKET, basketAt } from '../../paths.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { basketsView } from './baskets-view.ts'

/** The baskets of orders that a person may open: their own, and those that the firm shares. */
const BasketsScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Page title={t('Basket.Title')} about={t('Basket.About')} isWide>
      <Section>
        <ServerTable
          call="Basket/GetAll"
          list={basketsView}
          onOpen={({ id }) => navigate(basketAt(id))}
          tools={
            <Button size="small" type="primary" onClick={() => navigate(BASKET)}>
              {t('Basket.New')}
            </Button>
          }
        />
      </Section>
    </Page>
  )
}

export default BasketsScreen
