package dev.ropewalk.demo.shop;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.demo.shop.Messages.Add;
import dev.ropewalk.demo.shop.Messages.Checkout;
import dev.ropewalk.demo.shop.Messages.Receipt;
import dev.ropewalk.demo.shop.Messages.Take;
import dev.ropewalk.demo.shop.Messages.ToCart;
import java.util.HashMap;
import java.util.Map;

/** The cart of a customer, which tells the stock what was bought. */
final class Cart implements Actor<ToCart> {
    private final Shop shop;
    private final Map<String, Integer> articles = new HashMap<>();

    Cart(Shop shop) {
        this.shop = shop;
    }

    @Override
    public void receive(ToCart message) {
        shop.counts().countHandled();
        switch (message) {
            case Add(String article, int pieces) -> articles.merge(article, pieces, Integer::sum);
            case Checkout checkout -> {
                int pieces = 0;
                for (Map.Entry<String, Integer> line : articles.entrySet()) {
                    shop.tell(Messages.STOCK, line.getKey(), new Take(line.getValue()));
                    pieces += line.getValue();
                }
                checkout.replyTo().tell(new Receipt(articles.size(), pieces));
                articles.clear();
            }
        }
    }
}
