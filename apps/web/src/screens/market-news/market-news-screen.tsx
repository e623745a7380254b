const MarketNewsScreen = () => <main />

export default MarketNewsScreen
