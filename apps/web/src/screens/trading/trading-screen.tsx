const TradingScreen = () => <main />

export default TradingScreen
